import { env } from '#lib/core/env'
import { openReceipt } from '#lib/receipts/receipt'
import { readUserSession } from '#lib/session/user-session'
import { exportData } from '#lib/users/account/export-data'

const RECENT_SECONDS = 10 * 60

/** Everything held about the person of this session, as a file. A log-in of long ago has to be repeated first. */
export async function GET(): Promise<Response> {
  const session = await readUserSession()
  if (!session || session.authAgeSeconds > RECENT_SECONDS) {
    return Response.redirect(`${env().BASE_URL}/login?again=1&return_to=${encodeURIComponent('/account/data')}`, 303)
  }
  const data = await exportData(session.userId, (rows, vault) => rows.map((row) => openReceipt(vault, row)))
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="signet-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}
