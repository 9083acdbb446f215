import { Counter } from 'prom-client'
import { registry } from '#lib/core/metrics'

const dropped = new Counter({
  name: 'signet_request_log_dropped_total',
  help: 'Requests that are not in the log of their company: too many kinds at once, or the database was away.',
  registers: [registry],
})

export const countDropped = (requests: number) => dropped.inc(requests)
