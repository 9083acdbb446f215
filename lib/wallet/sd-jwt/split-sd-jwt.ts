import { demand } from '../refusals'

const MAX_CHARACTERS = 64 * 1024
const MAX_DISCLOSURES = 100

export type SdJwt = {
  /** As the issuer signed it. */
  issuerJwt: string
  disclosures: string[]
  /** Empty where the holder bound nothing. */
  keyBindingJwt: string
  /** What `sd_hash` is taken of: all but the key binding. */
  presented: string
}

/** @throws WalletRefusal @see RFC 9901 §4 */
export function splitSdJwt(text: string): SdJwt {
  demand(text.length <= MAX_CHARACTERS, 'presentation_malformed', 'size')
  const [issuerJwt = '', ...rest] = text.split('~')
  const keyBindingJwt = rest.pop()
  demand(keyBindingJwt !== undefined && rest.length <= MAX_DISCLOSURES, 'presentation_malformed', 'SD-JWT')
  return { issuerJwt, disclosures: rest, keyBindingJwt, presented: text.slice(0, text.length - keyBindingJwt.length) }
}
