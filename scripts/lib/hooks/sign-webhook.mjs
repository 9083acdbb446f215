import { createHmac } from 'node:crypto'

/**
 * The headers of a webhook. @see Standard Webhooks, Signature scheme
 * @param {string} secret `whsec_…` @param {string} id @param {string} body
 * @returns {Record<string, string>}
 */
export function signWebhook(secret, id, body) {
  const seconds = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}
