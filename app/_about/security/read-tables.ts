import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A part of a document of `docs/security/`: its text and the rows of its table, heads first. */
export type Part = { heading: string; text: string[]; heads: string[]; rows: string[][] }

/** @param name of the file in `docs/security/`, as it lies beside the program */
export const readSecurityDocument = async (name: 'asvs' | 'threat-model'): Promise<Part[]> =>
  partsOf(await readFile(path.join(process.cwd(), 'docs/security', `${name}.md`), 'utf8'))

/** The parts below second headings. Drawings and links to other files stay out: they are for whoever has the code. */
export const partsOf = (markdown: string): Part[] =>
  markdown
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n')
      const table = lines.filter((line) => line.startsWith('|')).map(cellsOf)
      const text = lines
        .filter((line) => !line.startsWith('|'))
        .join('\n')
        .split(/\n{2,}/)
        .map((paragraph) => plain(paragraph.replace(/\s+/g, ' ').trim()))
      return { heading: heading.trim(), text: text.filter(Boolean), heads: table[0] ?? [], rows: table.slice(2) }
    })

const cellsOf = (line: string) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => plain(cell.trim()))

/** Without paths of the code and without marks. */
const plain = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/ \(`[^`)]*`\)|[:;,]? *`(?:\w+\/[^`]*|[\w-]+\.(?:md|json|ts))`/g, '')
    .replace(/\*\*|`/g, '')
