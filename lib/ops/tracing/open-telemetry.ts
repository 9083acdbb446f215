import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, type ReadableSpan, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { log } from '#lib/core/log'
import type { OpenSpan, SpanFacts, Tracer } from '#lib/core/tracing'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** @property share of the traces that are kept, from 0 to 1 */
export type TracingSettings = { endpoint: string; share: number; service: string }

/**
 * OpenTelemetry's SDK behind our own few words. It is not made known to the process: Next would then write spans of its own,
 * with the addresses that were asked for in them.
 */
export function openTelemetryTracer({ endpoint, share, service }: TracingSettings): Tracer {
  // Whose trace it is may be said from outside, whether it is kept may not: that costs us.
  const ours = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: ours, remoteParentSampled: ours, remoteParentNotSampled: ours }),
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new TellingExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }) })],
  })
  const made = provider.getTracer('signet')
  const around = new AsyncLocalStorage<Context>()

  return {
    open(name, kind, facts, parent) {
      const from = parent === undefined ? (around.getStore() ?? ROOT_CONTEXT) : contextOf(parent)
      const span = made.startSpan(name, { kind: KINDS[kind], attributes: facts }, from)
      const within = trace.setSpan(from, span)
      return {
        inside: (work) => around.run(within, work),
        end(more?: SpanFacts) {
          if (more) span.setAttributes(more)
          if (more?.['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      } satisfies OpenSpan
    },
    here() {
      const { traceId, spanId, traceFlags } = trace.getSpanContext(around.getStore() ?? ROOT_CONTEXT) ?? {}
      return traceId ? `00-${traceId}-${spanId}-0${traceFlags}` : null
    },
    stop: () => provider.shutdown().catch(() => {}),
  }
}

/** Of `tracestate` and `baggage`, which may say anything, nothing is read. */
function contextOf(traceparent: string): Context {
  const spanContext = parseTraceParent(traceparent)
  return spanContext ? trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, isRemote: true }) : ROOT_CONTEXT
}

const SAID_EVERY_MS = 60_000

/** Says once a minute that the collector does not take them; requests go on as ever. */
class TellingExporter extends OTLPTraceExporter {
  private saidAt = Number.NEGATIVE_INFINITY

  override export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    super.export(spans, (result) => {
      if (result.code === ExportResultCode.FAILED && performance.now() - this.saidAt > SAID_EVERY_MS) {
        this.saidAt = performance.now()
        log.warn({ spans: spans.length }, 'traces are not taken by OTEL_EXPORTER_OTLP_ENDPOINT')
      }
      done(result)
    })
  }
}
