import { postOutside } from '#lib/core/outside/post-outside'
import type { Payload } from '#lib/jobs/store'
import type { Queue } from '#lib/jobs/work-queue'
import { signLogoutToken } from './logout-token'
import { findToldApp, recordTold } from './store'

/** Three tries within a minute, though each takes its ten seconds: whoever logged out waits for nothing later. */
const WAIT_SECONDS = [5, 20]

/** Tells an app's server that a session it knows is over. @see OpenID Connect Back-Channel Logout §2.5, §2.8 */
export const tellAppQueue: Queue = {
  kind: 'back-channel-logout',
  lanes: 64,
  // An address that hangs holds its own log-outs up, and nobody else's.
  perTarget: { name: 'app', most: 3 },
  maxTries: WAIT_SECONDS.length + 1,
  retrySeconds: (tries) => WAIT_SECONDS[tries - 1] ?? 0,
  giveUp: async () => {},
  work: tellApp,
}

async function tellApp({ user, app, sid }: Payload): Promise<'done' | 'later'> {
  const told = await findToldApp(String(app))
  if (!told) return 'done'
  const token = await signLogoutToken({ clientId: told.client_id, idTokenAlg: told.id_token_alg }, String(sid))
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Cache-Control': 'no-store' }
  const answer = await postOutside(told.backchannel_logout_uri, headers, new URLSearchParams({ logout_token: token }).toString(), 0)
  if ('fault' in answer || answer.status >= 500 || answer.status === 429) return 'later'
  // 400 says that it could not log anybody out; the same token again would say the same.
  if (answer.status >= 200 && answer.status < 300) await recordTold(String(user), String(app))
  return 'done'
}
