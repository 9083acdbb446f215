import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { recheckMailDomains } from '#lib/apps/recheck-mail-domains'
import { chainAudit } from '#lib/audit/chain/chain-audit'
import { pruneAudit } from '#lib/audit/chain/prune-audit'
import { tellEndingKeys } from '#lib/companies/keys/tell-ending-keys'
import { countActivity } from '#lib/companies/overview/count-activity'
import { closeDatabase, onPrimary, primaries } from '#lib/core/db'
import { type Env, env, isMailOff } from '#lib/core/env'
import { log } from '#lib/core/log'
import { DocumentEngine } from '#lib/documents/engine'
import { placeDueEvents } from '#lib/events/place-events'
import { endDueGrants } from '#lib/grants/end-grants'
import { lookAtPrimaries } from '#lib/jobs/look-at-primaries'
import { type Job, runRegularly } from '#lib/jobs/run-regularly'
import { workThrough } from '#lib/jobs/work-queue'
import { deliverMailQueue } from '#lib/mail/deliver-mail.job'
import { tellAppQueue } from '#lib/oauth/back-channel-logout/tell-app.job'
import { startOpsServer } from '#lib/ops/ops-server'
import { markServing, startDraining } from '#lib/ops/readiness'
import { startTracing, stopTracing } from '#lib/ops/tracing/start-tracing'
import { eraseDuePeople } from '#lib/privacy/erase-due-people'
import { purgeExpired } from '#lib/purge/purge-expired'
import { Deliverer } from '#lib/relay/deliver/deliverer'
import { expireMails } from '#lib/relay/expire-mails'
import { tuneGarbageCollection } from '#lib/relay/garbage-collection'
import { tellHeld } from '#lib/relay/held/tell-held'
import { sendReplyQueue } from '#lib/relay/reply/send-reply.job'
import { releaseUnheld } from '#lib/relay/store/release-unheld'
import { sumDays } from '#lib/request-log/sum-days'
import { requireKnownKeys } from '#lib/rewrap/require-known-keys'
import { deliverDueSignals } from '#lib/signals/deliver-due-signals'
import { pushSignals } from '#lib/signals/push-signals'
import { tellSignalsQueue } from '#lib/signals/tell-signals.job'
import { tellDueRecoveries } from '#lib/users/recovery/tell-due'
import { endQuietlyQueue } from '#lib/verifications/worker/end-quietly.job'
import { purgeVerifications } from '#lib/verifications/worker/purge.job'
import { readDocumentQueue } from '#lib/verifications/worker/read-document.job'
import { refreshLists } from '#lib/wallet/lists/refresh-lists'
import { WebhookDeliverer } from '#lib/webhooks/webhook-deliverer'

tuneGarbageCollection()

/** One core stays for whoever waits for an answer. */
const READING_THREADS = Math.min(2, Math.max(1, availableParallelism() - 1))
const engine = new DocumentEngine({ threads: READING_THREADS })

/** The worker process: what nobody waits for. Any number of identical ones may run. */
const JOBS: Job[] = [
  { name: 'document reading', everySeconds: 0.5, work: workThrough(readDocumentQueue(engine, READING_THREADS)) },
  { name: 'verification endings', everySeconds: 5, work: workThrough(endQuietlyQueue) },
  { name: 'verification clearing', everySeconds: 60, work: purgeVerifications },
  { name: 'account deletion', everySeconds: 10, work: eraseDuePeople },
  { name: 'access given for a time', everySeconds: 10, work: endDueGrants },
  { name: 'recoveries whose waiting is over', everySeconds: 60, work: tellDueRecoveries },
  { name: 'back-channel logout', everySeconds: 0.5, work: workThrough(tellAppQueue) },
  { name: 'signals', everySeconds: 0.5, work: workThrough(tellSignalsQueue) },
  { name: 'event placing', everySeconds: 0.15, work: placeDueEvents },
  { name: 'signals whose moment came', everySeconds: 0.15, work: deliverDueSignals },
  { name: 'counts of what happens at apps', everySeconds: 2, work: countActivity },
  { name: 'requests by day', everySeconds: 60, work: sumDays },
  { name: 'order of the audit log', everySeconds: 1, work: chainAudit },
  { name: 'end of the audit log', everySeconds: 600, work: pruneAudit },
  { name: 'keys that run out', everySeconds: 600, work: tellEndingKeys },
  { name: 'status lists', everySeconds: 60, work: refreshLists },
  { name: 'purge', everySeconds: 60, work: purgeExpired },
  { name: 'expiry of forwarded mail', everySeconds: 60, work: expireMails },
  { name: 'sending domains', everySeconds: 600, work: recheckMailDomains },
  { name: 'mail that is held no more', everySeconds: 15, work: releaseUnheld },
]

const MAIL_JOBS: Job[] = [
  { name: 'mail delivery', everySeconds: 1, work: workThrough(deliverMailQueue) },
  { name: 'answers from aliases', everySeconds: 1, work: workThrough(sendReplyQueue) },
  { name: 'notices of held mail', everySeconds: 300, work: tellHeld },
]

let settings: Env
try {
  settings = env()
  await requireKnownKeys()
} catch (error) {
  console.error(`Signet cannot start:\n${(error as Error).message}`)
  process.exit(1)
}

const stopping = new AbortController()
// Every job waits for it.
setMaxListeners(0, stopping.signal)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    startDraining()
    stopping.abort()
  })
}

await startTracing('worker')
const stopOps = await startOpsServer()
// What was queued before mail was switched off waits.
const deliverers = isMailOff() ? [] : primaries().map((nth) => onPrimary(nth, () => new Deliverer()))
const webhooks = primaries().map((nth) => onPrimary(nth, () => new WebhookDeliverer(pushSignals)))
markServing()
log.info({ mail: settings.MAIL, smtp: settings.SMTP_URL !== undefined }, 'worker ready')
await runRegularly([...lookAtPrimaries(), ...JOBS, ...(isMailOff() ? [] : MAIL_JOBS)], stopping.signal)
await Promise.all([...deliverers, ...webhooks].map((deliverer) => deliverer.stop()))
await stopOps()
await engine.close()
await closeDatabase()
await stopTracing()
