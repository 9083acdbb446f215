import { sql, transaction } from '#lib/core/db'
import { log } from '#lib/core/log'
import { endReplayedGrant } from '#lib/grants/end-grants'
import { rememberToldLevel } from '#lib/grants/told-level-store'
import { authenticateClient, type ClientCredentials } from '../client/authenticate-client'
import type { Client } from '../client/store'
import { OAuthError } from '../errors'
import { type MintedTokens, mintTokens, type TokenResponse } from './mint-tokens'
import type { Found, Held, Redeemable, Version } from './store'
import type { Refusal, Replay, Verdict } from './verdict'
import { whatBecameOf } from './what-became-of'

export type Redemption<Stored> = {
  source: Redeemable<Stored>
  credentials: ClientCredentials
  hashes: Buffer[]
  judge: (client: Client, held: Held<Stored>) => Verdict
  /** What the id_token is to repeat of the authorization request. */
  nonceOf: (stored: Stored) => string | null
  /** What it is called where somebody asks what became of it. */
  kind: 'code' | 'refresh_token'
  /** Said of what is not there, whatever became of it. */
  gone: string
}

type Decision = { kind: 'issue'; version: Version; minted: MintedTokens } | Refusal | (Replay & { grantId: string }) | { kind: 'gone' }

/**
 * Turns a code or refresh token into tokens, once. Mostly nobody else wants it: then it is looked at, judged, and used
 * in one statement that takes hold only of what is still exactly as it was seen. Everything else is judged again under
 * locks that are waited for: of any number of simultaneous uses at most one gets tokens, and the next one ends them.
 * @throws OAuthError `invalid_client`, `invalid_grant`, and what the judge refuses with
 */
export async function redeem<Stored>(redemption: Redemption<Stored>): Promise<TokenResponse> {
  const { source, credentials, hashes, kind, gone } = redemption
  const seen = await source.read(credentials.clientId, hashes)
  const hoped = seen && decide(redemption, seen)
  if (hoped?.kind === 'issue' && (await source.consumeUnchanged(hoped.version, hoped.minted.stored))) return respond(hoped)

  const decided = await transaction(async (tx) => {
    const decision = decide(redemption, await source.lock(tx, credentials.clientId, hashes))
    // Returned, not thrown: a throw would roll the deletion back.
    if (decision.kind === 'replay') await endReplayedGrant(tx, decision.grantId)
    const isLate = decision.kind === 'issue' && !(await source.consume(tx, decision.version, decision.minted.stored))
    return isLate ? ({ kind: 'refuse', reason: `${kind}_expired`, description: gone } as const) : decision
  })
  if (decided.kind === 'issue') return respond(decided)
  if (decided.kind === 'gone') throw new OAuthError(await whatBecameOf(kind, hashes), gone)
  throw new OAuthError(decided.reason, decided.description)
}

/** Whoever asks for levels is told when theirs changes, so what they are told is remembered. No tokens are lost over it. */
async function respond({ version, minted }: { version: Version; minted: MintedTokens }): Promise<TokenResponse> {
  if (minted.toldLevel !== undefined) {
    await rememberToldLevel(sql, version.grantId, minted.toldLevel).catch((error) => log.warn({ err: error }, 'a told level was not remembered'))
  }
  return minted.respond()
}

function decide<Stored>({ credentials, judge, nonceOf }: Redemption<Stored>, found: Found<Stored> | null): Decision {
  const client = found?.client ?? null
  authenticateClient(credentials, client)
  const held = found?.held
  if (!held) return { kind: 'gone' }
  const verdict = judge(client, held)
  if (verdict.kind === 'replay') return { ...verdict, grantId: held.grantId }
  if (verdict.kind === 'refuse') return verdict
  const { accessScopes, refreshScopes } = verdict
  const minted = mintTokens({ grantId: held.grantId, client, signIn: held.signIn, accessScopes, refreshScopes, nonce: nonceOf(held.stored) })
  return { kind: 'issue', version: held.version, minted }
}
