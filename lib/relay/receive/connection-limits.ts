import { MAX_CLIENTS, MAX_OF_NETWORK } from '../limits'

/** What one receiver allows its clients. Milliseconds, but for counts. */
export type ConnectionLimits = {
  clients: number
  ofNetwork: number
  /** From so many clients on, times are the shorter ones. @see Postfix STRESS_README */
  stressFrom: number
  /** For one line of a command, from the moment we are ready for it, however it trickles in. */
  command: { usual: number; stress: number }
  /** Since the session began or its last mail was taken. */
  session: { usual: number; stress: number }
}

const SECOND = 1000

export const CONNECTION_LIMITS: ConnectionLimits = {
  clients: MAX_CLIENTS,
  ofNetwork: MAX_OF_NETWORK,
  stressFrom: Math.ceil(MAX_CLIENTS * 0.8),
  command: { usual: 60 * SECOND, stress: 10 * SECOND },
  session: { usual: 600 * SECOND, stress: 120 * SECOND },
}

/** Bytes of a message that count as one millisecond's work of its sender: whoever is faster owes us nothing. */
const BYTES_A_MS = 16

/** What a client does, as far as it decides how long it may stay. */
export type ClientState = {
  network: string
  /** Milliseconds since the session began or its last mail was taken. */
  sessionMs: number
  /** `line`: we wait for a command. `data`: for the rest of a message. `us`: it waits for our answer. */
  waitsFor: 'line' | 'data' | 'us'
  /** Milliseconds that we have waited for this line or message. */
  waitedMs: number
  /** Of the message so far. */
  bytes: number
}

/** How long a client has kept us waiting without need. */
export const owedMs = ({ waitsFor, waitedMs, bytes }: ClientState): number =>
  waitsFor === 'us' ? 0 : waitsFor === 'line' ? waitedMs : Math.max(0, waitedMs - bytes / BYTES_A_MS)

/** Whether a client's time is up. Nobody is sent away who waits for us. */
export function isOverdue(client: ClientState, isStress: boolean, limits: ConnectionLimits): boolean {
  const time = isStress ? 'stress' : 'usual'
  if (client.waitsFor === 'us') return false
  return client.sessionMs > limits.session[time] || (client.waitsFor === 'line' && client.waitedMs > limits.command[time])
}

/**
 * Whether another client is let in. Where all places are taken, the network with the most gives up the one that has kept us
 * waiting longest, if it has more than the newcomer's: whoever fills the door from one side does not shut it for the others.
 * @param others who is there, the newcomer left out
 * @param stateOf is asked only of those of whom one has to go: newcomers that cannot stay come by the thousand
 */
export function judgeNewcomer<Client extends Pick<ClientState, 'network'>>(
  network: string,
  others: readonly Client[],
  stateOf: (client: Client) => ClientState,
  limits: ConnectionLimits,
): { kind: 'welcome'; insteadOf: Client | null } | { kind: 'full' | 'tooManyOfNetwork' } {
  const counts = new Map<string, number>()
  for (const { network: theirs } of others) counts.set(theirs, (counts.get(theirs) ?? 0) + 1)
  const own = counts.get(network) ?? 0
  if (own >= limits.ofNetwork) return { kind: 'tooManyOfNetwork' }
  if (others.length < limits.clients) return { kind: 'welcome', insteadOf: null }
  const most = Math.max(...counts.values())
  if (most <= own + 1) return { kind: 'full' }
  const states = others.filter((other) => counts.get(other.network) === most).map((client) => ({ client, state: stateOf(client) }))
  const candidates = states.filter(({ state }) => state.waitsFor !== 'us').sort((one, other) => owedMs(other.state) - owedMs(one.state))
  return candidates[0] ? { kind: 'welcome', insteadOf: candidates[0].client } : { kind: 'full' }
}
