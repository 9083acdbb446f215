import { isReadable, type NameFault, nameFault } from './name-rules'
import { singleLine } from './outside-text'

const EXPLANATION: Record<NameFault, string> = {
  nothing_visible: 'must have at least one visible letter or digit',
  hidden_characters: 'must not have characters that are invisible or change how others are shown',
  look_alikes: 'must not have characters that stand for others, such as bold or full-width letters',
  mixed_scripts: 'must not mix scripts that are not written together, such as Latin and Cyrillic',
}

const composed = (maxCharacters: number) => singleLine(maxCharacters).transform((text) => text.normalize('NFC').replace(/\p{Zs}+/gu, ' '))

/** The name of an app or a company, by which people decide whom to trust. @see UTS 39 §5.2 */
export const trustedName = (maxCharacters: number) =>
  composed(maxCharacters).superRefine((name, context) => {
    const fault = nameFault(name)
    if (fault) context.addIssue({ code: 'custom', message: EXPLANATION[fault] })
  })

/** A name that colleagues read, such as that of a person or a key: in any script, but nothing in it is hidden. */
export const readableName = (maxCharacters: number) => composed(maxCharacters).refine(isReadable, EXPLANATION.hidden_characters)
