import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What this process counts, in Prometheus's terms. Labels come from fixed lists only: no address, no name, no id.
 * @see https://prometheus.io/docs/practices/naming/
 */
export const registry = new Registry()

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const requests = new Histogram({
  name: 'signet_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer.',
  labelNames: ['endpoint', 'method', 'status'] as const,
  buckets: seconds,
  registers: [registry],
})

const errors = new Counter({
  name: 'signet_errors_total',
  help: 'Refusals and faults by the code that the caller was given.',
  labelNames: ['endpoint', 'code'] as const,
  registers: [registry],
})

const jobs = new Histogram({
  name: 'signet_job_duration_seconds',
  help: 'Turns of the jobs of the worker, each for one primary.',
  labelNames: ['job', 'primary', 'outcome'] as const,
  buckets: [...seconds, 30, 120, 600],
  registers: [registry],
})

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS'])

export const countRequest = (endpoint: string, method: string, status: number, milliseconds: number) =>
  requests.observe({ endpoint, method: METHODS.has(method) ? method : 'other', status }, milliseconds / 1000)

export const countError = (endpoint: string, code: string) => errors.inc({ endpoint, code })

export const countJob = (job: string, primary: number, outcome: 'done' | 'failed', milliseconds: number) =>
  jobs.observe({ job, primary, outcome }, milliseconds / 1000)

/** A number that is asked for when it is wanted. */
export const gauge = (name: string, help: string, label: string, read: () => Record<string, number> | Promise<Record<string, number>>) =>
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [value, number] of Object.entries(await read())) this.set({ [label]: value }, number)
    },
  })
