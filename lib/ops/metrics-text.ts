import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
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

  const queue = (field: 'waiting' | 'oldest') => async () =>
    Object.fromEntries((await readQueues().catch(() => [])).map((row) => [row.queue, row[field]]))
  gauge('signet_queue_depth', 'What waits for a worker.', 'queue', queue('waiting'), whole)
  gauge('signet_queue_oldest_seconds', 'Age of what waits longest.', 'queue', queue('oldest'), whole)
}

/** Everything this process and its children count, in the text format. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export async function metricsText(): Promise<string> {
  const own = hasChildren() ? new AggregatorRegistry().clusterMetrics() : registry.metrics()
  return `${await own}\n${await whole.metrics()}`
}

const hasChildren = () => cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0

export const METRICS_TYPE = registry.contentType
