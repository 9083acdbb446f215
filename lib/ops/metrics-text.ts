import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { poolSizes } from '#lib/core/db'
import { gauge, registry } from '#lib/core/metrics'
import { readQueues } from './store'

/** What is true of the whole service, read once however many processes there are. */
const whole = new Registry()

let isSetUp = false

/** Called in every process, so that the one that is asked can ask the others. */
export function setUpMetrics(): void {
  if (isSetUp) return
  isSetUp = true
  collectDefaultMetrics({ register: registry })
  gauge('signet_database_connections', 'Connections of the pool by what they do.', 'state', poolSizes)
  if (cluster.isWorker) AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()

  queueGauge('signet_queue_depth', 'What waits for a worker, on each primary.', 'waiting')
  queueGauge('signet_queue_oldest_seconds', 'Age of what waits longest, on each primary.', 'oldest')
}

const queueGauge = (name: string, help: string, field: 'waiting' | 'oldest') =>
  new Gauge({
    name,
    help,
    labelNames: ['queue', 'primary'],
    registers: [whole],
    async collect() {
      this.reset()
      for (const { queue, primary, ...depth } of await readQueues()) this.set({ queue, primary }, depth[field])
    },
  })

/** Everything this process and its children count, in the text format. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export async function metricsText(): Promise<string> {
  const own = hasChildren() ? new AggregatorRegistry().clusterMetrics() : registry.metrics()
  return `${await own}\n${await whole.metrics()}`
}

const hasChildren = () => cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0

export const METRICS_TYPE = registry.contentType
