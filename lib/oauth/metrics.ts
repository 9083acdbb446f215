import { Counter } from 'prom-client'
import { registry } from '#lib/core/metrics'

const tokens = new Counter({
  name: 'signet_tokens_issued_total',
  help: 'Answers of the token endpoint that carried tokens.',
  labelNames: ['grant_type'] as const,
  registers: [registry],
})

export const countTokens = (grant_type: 'authorization_code' | 'refresh_token') => tokens.inc({ grant_type })
