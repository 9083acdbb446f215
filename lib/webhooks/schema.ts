import type { Webhook } from '#prisma/generated/client'

export type { Webhook }

/** How requests are signed: `v1` with a secret that both sides have, `v1a` so that the company needs none. @see Standard Webhooks, Signature scheme */
export const SIGNATURES = ['v1', 'v1a'] as const
export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const

/** By the company itself, by an answer 410, or after five days without a success. */
export const DISABLED_REASONS = ['company', 'gone', 'failing'] as const

export type SignatureKind = (typeof SIGNATURES)[number]
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** How many addresses one company may have. */
export const MAX_WEBHOOKS = 20

/** For how long a secret that was replaced still signs. */
export const OVERLAP_SECONDS = 86_400

/** How many of them sign at a time: each is a signature more in every request. */
export const MAX_PREVIOUS_SECRETS = 5
