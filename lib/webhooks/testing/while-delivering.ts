import { afterAll, beforeAll } from 'vitest'
import { pushSignals } from '#lib/signals/push-signals'
import { WebhookDeliverer } from '../webhook-deliverer'

/** Events are delivered while the tests of this file, or of this `describe`, run. */
export function whileDelivering(): void {
  let deliverer: WebhookDeliverer
  beforeAll(() => {
    deliverer = new WebhookDeliverer(pushSignals)
  })
  afterAll(() => deliverer.stop())
}
