import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/core/env'
import { type Authority, createAuthority } from './authority'
import { derivedKeyPair } from './derived-keys'

/** Who issues specimens, a stranger whom nobody trusts, and the verifier that asks where none was set up. */
export type SpecimenAuthorities = { issuer: Authority; stranger: Authority; verifier: Authority }

let known: Promise<SpecimenAuthorities> | undefined

/**
 * The same in each process. Beside an embedded database they are made once and kept; elsewhere, where they serve test environments alone, their
 * keys follow from the service's own and nothing is kept: their certificates are new in each process, and say the same.
 */
export function specimenAuthorities(): Promise<SpecimenAuthorities> {
  known ??= (env().EMBEDDED ? readOrMake(path.join(env().DATA_DIR, 'wallet', 'specimen-authorities.json')) : make(derivedKeyPair)).catch((error) => {
    known = undefined
    throw error
  })
  return known
}

async function make(keysFor?: typeof derivedKeyPair): Promise<SpecimenAuthorities> {
  const [issuer, stranger, verifier] = await Promise.all([
    createAuthority('Signet specimen issuer', {}, keysFor),
    createAuthority('Signet specimen stranger', {}, keysFor),
    createAuthority('Signet specimen verifier', { hostName: new URL(env().BASE_URL).hostname, extendedKeyUsage: [] }, keysFor),
  ])
  return { issuer, stranger, verifier }
}

async function readOrMake(file: string): Promise<SpecimenAuthorities> {
  const kept = await read(file)
  if (kept) return kept
  const made = await make()
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const own = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(own, JSON.stringify(made), { mode: 0o600 })
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
