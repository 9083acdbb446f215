import { vi } from 'vitest'
import { aCompany } from '../../../e2e/fixtures/world'
import { createWebhookInput } from '../contract'
import { createWebhook } from '../create-webhook'
import { readDelivery } from '../read-deliveries'
import { resend } from '../resend'
import { rotateWebhookSecret } from '../rotate-webhook-secret'
import { testWebhook } from '../test-webhook'
import { aReceiver, type Received } from './a-receiver'

export type Delivered = { secret: string; headers: Record<string, string>; body: string }

/** A delivery as it came over the wire, and the same one sent again. @param isRotated whether it carries two signatures, the one of the secret second */
export async function aDelivery({ isRotated = false } = {}): Promise<{ first: Delivered; again: Delivered }> {
  const company = await aCompany()
  const receiver = await aReceiver()
  const { id, secret } = await createWebhook(company.actor, createWebhookInput.parse({ url: receiver.url, event_types: ['app.created'] }))
  if (isRotated) await rotateWebhookSecret(company.actor, id)
  const { event_id } = await testWebhook(company.actor, id, 'app.created')
  const hasCome = (count: number) => receiver.received.length >= count
  await vi.waitUntil(() => hasCome(1), { timeout: 20_000 })
  const isTaken = async () => (await readDelivery(company.actor, id, event_id)).state === 'delivered'
  await vi.waitUntil(isTaken, { timeout: 20_000 })
  await resend(company.actor, id, event_id)
  await vi.waitUntil(() => hasCome(2), { timeout: 20_000 })
  receiver.close()
  const delivered = ({ headers, body }: Received) => ({ secret: secret as string, headers: headers as Record<string, string>, body })
  const [first, again] = receiver.received as [Received, Received]
  return { first: delivered(first), again: delivered(again) }
}
