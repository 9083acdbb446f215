import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { readBrowserSecret } from '#lib/session/browser-secret'
import { sessionOfPhone } from '#lib/verifications/hand-off'
import { visitAsPhone } from '#lib/verifications/visit-session'
import { oneOf } from '../../form-text'
import { Picture } from '../[token]/_components/picture'
import { Said } from '../[token]/_components/said'
import { ChooseDocument } from '../[token]/_components/take-pictures'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('verification'))('title') }
}

/** A phone that takes pictures for a session begun elsewhere. It never sees what was read. */
export default async function PhonePage({ searchParams }: { searchParams: Search }) {
  const secret = await readBrowserSecret('capture')
  const sessionId = secret ? await sessionOfPhone(secret) : null
  const visit = sessionId ? await visitAsPhone(sessionId) : null
  // With the last picture the right to take any is gone.
  if (visit?.status !== 'in_progress') return <Said what="phoneDone" />
  if (!visit.nextPicture) return <ChooseDocument token="phone" />
  return <Picture token="phone" visit={visit} fault={oneOf((await searchParams).fault)} />
}
