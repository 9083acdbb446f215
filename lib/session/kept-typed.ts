import { cookies } from 'next/headers'
import { isSecureOrigin } from '#lib/core/env'
import { openTyped, sealTyped, TYPED_SECONDS, type Typed } from './typed-cookie'

/** A form whose fields may wait for its sender to log in again: these and no others, none of them a secret. */
export type Keepable = { form: FormData; fields: readonly string[] }

/** The hidden field in which a form says whose page it stands on. */
export const TYPED_BY = 'typed_by'
/** The hidden field in which a form says which environment its page showed; see `environmentName`. */
export const DRAWN_IN = 'drawn_in'

export const environmentName = ({ isInTest }: { isInTest: boolean }) => (isInTest ? 'test' : 'live')

/** The browser went to the other environment, in another tab, after the page with this form had been drawn. */
export const isDrawnElsewhere = (form: FormData, session: { isInTest: boolean }): boolean => form.get(DRAWN_IN) !== environmentName(session)

const name = () => `${isSecureOrigin() ? '__Host-' : ''}signet-typed`
const options = (maxAge: number) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecureOrigin(), maxAge }) as const

/**
 * The session ended, or another environment was chosen, while somebody filled in a form: their browser keeps what they typed, encrypted, until they
 * are back at the page. Without scripts and with them it is the same. Of what no cookie holds it keeps that there was a form.
 */
export async function keepTyped(path: string, { form, fields }: Keepable): Promise<void> {
  const typed = fields.flatMap((field) => form.getAll(field).map((value) => [field, String(value)] as [string, string]))
  const sender = { by: String(form.get(TYPED_BY) ?? ''), path, drawnIn: String(form.get(DRAWN_IN) ?? '') }
  const sealed = (await sealTyped({ ...sender, fields: typed })) ?? (await sealTyped({ ...sender, fields: [] }))
  if (sealed !== null) (await cookies()).set(name(), sealed, options(TYPED_SECONDS))
}

/** It was sent again, so there is nothing to bring back any more. */
export async function dropTyped(): Promise<void> {
  const jar = await cookies()
  if (jar.has(name())) jar.set(name(), '', options(0))
}

/** What this member of staff typed into the form of this page before it was kept; null without anything. */
export async function readTyped(staffId: string, path: string): Promise<Pick<Typed, 'fields' | 'drawnIn'> | null> {
  const typed = await openTyped((await cookies()).get(name())?.value)
  return typed?.by === staffId && typed.path === path ? typed : null
}
