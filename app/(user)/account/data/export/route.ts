import { env } from '#lib/core/env'
import { exportPerson } from '#lib/privacy/export-person'
import { isProven } from '#lib/session/proven'
import { proofPath, readUserSession } from '#lib/session/user-session'

const PAGE = '/account/data'

/** Everything held about the person of this session, as a file, once it is clear who sits there. */
export async function GET(): Promise<Response> {
  const session = await readUserSession()
  if (!session) return goTo(`/login?return_to=${encodeURIComponent(PAGE)}`)
  if (!isProven(session)) return goTo(proofPath(PAGE))
  const data = await exportPerson(session.userId)
  if (data === null) return goTo(PAGE)
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="signet-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}

const goTo = (path: string) => Response.redirect(`${env().BASE_URL}${path}`, 303)
