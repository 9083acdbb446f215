import { readTxt as readTxtNow } from '#lib/core/dns'
import { domainOf } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { switchDkimKey } from '../store/dkim-keys'
import { type DkimRecord, ensureNextKey, recordOf } from './dkim-keys'

/** Mail is under way for two days at most, and whoever passes it on checks again. */
const KEEP_DAYS = 7

/** TXT records of a name, each as one text. */
export type ReadTxt = (name: string) => Promise<string[]>

/**
 * @property made a key that waits now; its records are to be published
 * @property unpublished the records that are not there yet, so nothing changed
 * @property switched the key signs; the record of the one before stays until then; null when somebody else did the same at this moment
 */
export type Rotation = { outcome: 'made' | 'unpublished'; records: DkimRecord[] } | { outcome: 'switched'; selector: string; oldUntil: Date | null }

/** The domains that mail of ours is from. */
export const signedDomains = (): string[] => [...new Set([env().ALIAS_DOMAIN, domainOf(env().MAIL_FROM)])]

/**
 * One step to the next DKIM key. The first makes it; the second lets it sign, and only once everybody can see its records:
 * a signature that nobody can check is worse than an old one. @see RFC 6376 §3.6.1, M3AAWG DKIM Key Rotation
 */
export async function rotateDkimKey({ readTxt = readTxtNow }: { readTxt?: ReadTxt } = {}): Promise<Rotation> {
  const { next, isNew } = await ensureNextKey()
  const records = signedDomains().map((domain) => recordOf(next, domain))
  if (isNew) return { outcome: 'made', records }
  const seen = await Promise.all(records.map(({ name, value }) => isPublished(readTxt, name, value)))
  const unpublished = records.filter((_, index) => !seen[index])
  if (unpublished.length > 0) return { outcome: 'unpublished', records: unpublished }
  const oldUntil = await switchDkimKey(next.selector, KEEP_DAYS)
  return { outcome: 'switched', selector: next.selector, oldUntil }
}

const keyIn = (record: string) => /(?:^|;)\s*p=([A-Za-z0-9+/=\s]+)/.exec(record)?.[1]?.replace(/\s/g, '')

async function isPublished(readTxt: ReadTxt, name: string, value: string): Promise<boolean> {
  const texts = await readTxt(name).catch(() => [])
  return texts.some((text) => keyIn(text) === keyIn(value))
}
