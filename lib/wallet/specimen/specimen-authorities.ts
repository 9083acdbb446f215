import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/core/env'
import { type Authority, createAuthority } from './authority'

/** Who issues specimens, a stranger whom nobody trusts, and the verifier that asks where none was set up. */
export type SpecimenAuthorities = { issuer: Authority; stranger: Authority; verifier: Authority }

let known: Promise<SpecimenAuthorities> | undefined

/**
 * Made once for an embedded database and kept beside it, the same in each of its processes.
 * @throws Error anywhere else: specimens are nowhere trusted but on the embedded default
 */
export function specimenAuthorities(): Promise<SpecimenAuthorities> {
  if (!env().EMBEDDED) throw new Error('specimens are for the embedded default only')
  known ??= readOrMake(path.join(env().DATA_DIR, 'wallet', 'specimen-authorities.json')).catch((error) => {
    known = undefined
    throw error
  })
  return known
}

async function readOrMake(file: string): Promise<SpecimenAuthorities> {
  const kept = await read(file)
  if (kept) return kept
  const [issuer, stranger, verifier] = await Promise.all([
    createAuthority('Signet specimen issuer'),
    createAuthority('Signet specimen stranger'),
    createAuthority('Signet specimen verifier', { hostName: new URL(env().BASE_URL).hostname, extendedKeyUsage: [] }),
  ])
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const own = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(own, JSON.stringify({ issuer, stranger, verifier }), { mode: 0o600 })
  // Whoever links first made it for all; the others read theirs.
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(own)
  return (await read(file)) as SpecimenAuthorities
}

async function read(file: string): Promise<SpecimenAuthorities | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
