import { readFile } from 'node:fs/promises'
import path from 'node:path'

export type Release = { name: string; kinds: { name: string; lines: string[] }[] }

/** The changelog of this release, as it lies beside the program. */
export const readChangelog = async (): Promise<Release[]> => parseChangelog(await readFile(path.join(process.cwd(), 'CHANGELOG.md'), 'utf8'))

/** @see Keep a Changelog */
export const parseChangelog = (text: string): Release[] =>
  after(text, /^## /m).map((release) => ({
    name: firstLine(release),
    kinds: after(release, /^### /m).map((kind) => ({
      name: firstLine(kind),
      lines: after(kind, /^- /m).map((line) => line.replace(/\s+/g, ' ').trim()),
    })),
  }))

const after = (text: string, mark: RegExp) => text.split(mark).slice(1)
const firstLine = (text: string) => text.split('\n', 1)[0]?.trim() ?? ''
