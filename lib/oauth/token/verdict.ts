import type { ScopeName } from '#lib/scopes/catalog'
import type { Reason } from '../reasons'

/** May be turned into tokens: an access token of these scopes, and a refresh token when it has scopes too. */
type Acceptance<Scope extends string = ScopeName> = { kind: 'accept'; accessScopes: Scope[]; refreshScopes: Scope[] | null }

export type Refusal = { kind: 'refuse'; reason: Reason; description: string }

/** Used before: whoever has it, has it twice. */
export type Replay = { kind: 'replay'; reason: Reason; description: string }

/** What is to become of an authorization code or a refresh token that somebody brought. */
export type Verdict<Scope extends string = ScopeName> = Acceptance<Scope> | Refusal | Replay
