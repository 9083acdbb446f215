import { isStorableText, outsideText } from '#lib/core/outside-text'
import { address } from '#lib/core/wire-types'
import { MAX_CHARACTERS } from './redirect-uri-rules'

/** A page of the company's that people may open: https, with no user or password that could make it look like another's. */
export const isLinkAddress = (text: string): boolean => {
  if (text.length > MAX_CHARACTERS || !isStorableText(text) || !/^https:\/\/[^/?#@\\\s]+(?:[/?#]|$)/i.test(text) || /\s/.test(text)) return false
  return URL.canParse(text) && new URL(text).hostname !== ''
}

export const linkAddress = (example: string) =>
  outsideText()
    .refine(isLinkAddress, `must be an https address of at most ${MAX_CHARACTERS} characters, without a user name or password`)
    .meta(address(example))
    .nullable()
