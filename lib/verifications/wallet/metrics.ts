import { Counter } from 'prom-client'
import { registry } from '#lib/core/metrics'

const answers = new Counter({
  name: 'signet_wallet_answers_total',
  help: 'Answers of wallets by what became of them: accepted, or why not.',
  labelNames: ['outcome'] as const,
  registers: [registry],
})

/** Whoever runs the service sees waves of forgeries, or an issuer that nobody listed; of whom they are, nothing. */
export const countAnswer = (outcome: string) => answers.inc({ outcome })
