import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'
import { formText } from '../../form-text'

export const pageOf = (token: string) => `/verify/${encodeURIComponent(token)}`

/** Who acts, at which link. Whether the session is theirs is judged where it is changed. */
export async function visitorOf(form: FormData) {
  await requireSameOrigin()
  const token = formText(form, 'token')
  return { token, userId: (await requireUser(pageOf(token))).userId }
}
