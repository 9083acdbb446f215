import { z } from 'zod'
import { isScope, type ScopeName } from '#lib/scopes/catalog'

/** @see OpenID Connect Core §3.1.2.1, Initiating User Registration via OpenID Connect 1.0 §4.1 */
export const PROMPTS = ['none', 'login', 'consent', 'select_account', 'create'] as const

export type Prompt = (typeof PROMPTS)[number]

export const isPrompt = (value: string): value is Prompt => (PROMPTS as readonly string[]).includes(value)

/** How an answer gets to the app. @see OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2 */
export const RESPONSE_MODES = ['query', 'form_post'] as const

export type ResponseMode = (typeof RESPONSE_MODES)[number]

export const isResponseMode = (value: string): value is ResponseMode => (RESPONSE_MODES as readonly string[]).includes(value)

/** A judged authorization request, as it waits for the person. */
export const authorizationRequest = z.object({
  redirectUri: z.string(),
  state: z.string().optional(),
  responseMode: z.enum(RESPONSE_MODES).optional(),
  nonce: z.string().optional(),
  codeChallenge: z.string().optional(),
  scopes: z.array(z.string().refine((name): name is ScopeName => isScope(name))) as unknown as z.ZodType<ScopeName[]>,
  prompts: z.array(z.enum(PROMPTS)),
  maxAgeSeconds: z.number().optional(),
  acrValues: z.string().optional(),
  /** What `claims` asks of `verified_claims`, as it is kept. */
  askedVerified: z.string().optional(),
  loginHint: z.string().optional(),
  uiLocales: z.string().optional(),
  /** `sub` of the id_token_hint: only this person may answer. */
  hintedSub: z.string().optional(),
})

export type AuthorizationRequest = z.infer<typeof authorizationRequest>
