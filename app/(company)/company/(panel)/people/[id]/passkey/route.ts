import { requireStaff } from '#lib/session/staff-session'
import { readDemoPasskey } from '#lib/test-environments/demo-people'

/** The passkey of somebody invented, as virtual authenticators take it. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const [session, { id }] = [await requireStaff('/company/people'), await params]
  const passkey = await readDemoPasskey(session.companyId, id)
  if (!passkey) {
    return Response.json(
      { error: 'not_found', message: 'There is no such passkey in your test environment.' },
      { status: 404, headers: { 'Cache-Control': 'no-store' } },
    )
  }
  return new Response(`${JSON.stringify(passkey, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="passkey.json"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
