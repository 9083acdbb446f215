import { issueSecret } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import type { ScopeName } from '#lib/scopes/catalog'
import { ACCESS_TOKEN_SECONDS } from '../lifetimes'
import { type SignedIn, signIdToken, toldLevel } from './sign-id-token'
import type { NewTokens } from './store'

/** @see RFC 6749 §5.1, OpenID Connect Core §3.1.3.3 */
export type TokenResponse = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  id_token: string
  scope: string
  refresh_token?: string
}

export type TokenPlan = SignedIn & {
  grantId: string
  accessScopes: ScopeName[]
  /** Scopes of the refresh token, or null when none is due. */
  refreshScopes: ScopeName[] | null
}

/** What is stored of new tokens, and how to turn them into the answer once that is committed. */
export type MintedTokens = {
  stored: NewTokens
  respond: () => Promise<TokenResponse>
  /** The level that the id_token tells, null for none; undefined where no level was asked for. */
  toldLevel: string | null | undefined
}

/** Fresh secrets for a plan. */
export function mintTokens(plan: TokenPlan): MintedTokens {
  const shard = shardOf(plan.grantId)
  const access = issueSecret('sga', shard)
  const refresh = plan.refreshScopes && issueSecret('sgr', shard)
  return {
    toldLevel: plan.signIn.assurance.asked.length === 0 ? undefined : (toldLevel(plan) ?? null),
    stored: {
      accessHash: access.hash,
      accessScopes: plan.accessScopes,
      refresh: refresh && { hash: refresh.hash, scopes: plan.refreshScopes ?? [] },
    },
    respond: async () => ({
      access_token: access.secret,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      id_token: await signIdToken(plan, access.secret),
      scope: plan.accessScopes.join(' '),
      ...(refresh && { refresh_token: refresh.secret }),
    }),
  }
}
