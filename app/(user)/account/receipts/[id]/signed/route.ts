import { signReceipt } from '#lib/oauth/keys/sign-receipt'
import { readReceipt } from '#lib/receipts/read-receipts'
import { readUserSession } from '#lib/session/user-session'

/** The receipt as a JWS in JSON. @see RFC 7515 §7.2.2 */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params
  const session = await readUserSession()
  const receipt = session && (await readReceipt(session.userId, id))
  if (!receipt) {
    return Response.json(
      { error: 'not_found', message: 'There is no such receipt in your account.' },
      { status: 404, headers: { 'Cache-Control': 'no-store' } },
    )
  }
  return Response.json(await signReceipt(receipt), {
    headers: {
      'Content-Type': 'application/jose+json',
      'Content-Disposition': `attachment; filename="receipt-${receipt.id}.json"`,
      'Cache-Control': 'no-store',
    },
  })
}
