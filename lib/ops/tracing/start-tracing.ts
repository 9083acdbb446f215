import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { setTracer, tracer } from '#lib/core/tracing'

/**
 * Traces go to the collector that is named; without one nothing of OpenTelemetry is loaded.
 * @param program becomes part of `service.name`, unless `OTEL_SERVICE_NAME` says another
 */
export async function startTracing(program: 'web' | 'worker' | 'smtp'): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, OTEL_SERVICE_NAME: name } = env()
  if (endpoint === undefined) return
  const { openTelemetryTracer } = await import('./open-telemetry')
  setTracer(openTelemetryTracer({ endpoint, share, service: name ?? `signet-${program}` }))
  log.info({ program }, 'traces are sent')
}

/** Sends what waits. */
export async function stopTracing(): Promise<void> {
  await tracer()?.stop()
  setTracer(undefined)
}
