import { Counter } from 'prom-client'
import { registry } from '#lib/core/metrics'
import type { FilterVerdict } from './filter/milter'

const mails = new Counter({
  name: 'signet_mails_total',
  help: 'Mail for aliases by what became of it: accepted and held count messages taken, the others copies for one alias.',
  labelNames: ['outcome'] as const,
  registers: [registry],
})

const refusals = new Counter({
  name: 'signet_mail_refusals_total',
  help: 'Recipients and messages that were not taken, by the reply.',
  labelNames: ['reply'] as const,
  registers: [registry],
})

const filtered = new Counter({
  name: 'signet_mail_filter_total',
  help: 'Messages by what the filter said of them; `failed`: it was away or silent, `failed-open`: and the mail was taken.',
  labelNames: ['verdict'] as const,
  registers: [registry],
})

export const countFiltered = (verdict: FilterVerdict | 'failed' | 'failed-open') => filtered.inc({ verdict })

export const countMail = (outcome: 'accepted' | 'held' | 'forwarded' | 'given_up' | 'dropped') => mails.inc({ outcome })

export const countRefusal = (reply: string) => refusals.inc({ reply })
