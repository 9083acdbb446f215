import { isStorableText } from '#lib/core/outside-text'

export type ParameterFault = { name: string; reason: 'repeated' | 'not_text' }

/**
 * The parameters of an OAuth request. One without a value counts as absent and one given twice is a fault.
 * @see RFC 6749 §3.1, §3.2
 */
export class Parameters {
  constructor(private readonly search: URLSearchParams) {}

  get(name: string): string | undefined {
    return this.search.get(name) || undefined
  }

  /** The parameters with these names. */
  only(names: ReadonlySet<string>): URLSearchParams {
    return new URLSearchParams([...this.search].filter(([name]) => names.has(name)))
  }

  isRepeated(name: string): boolean {
    return this.search.getAll(name).length > 1
  }

  /** A parameter that is repeated, or one of the `known` that holds text we could not keep or return unchanged. */
  fault(known: ReadonlySet<string>): ParameterFault | null {
    const seen = new Set<string>()
    for (const [name, value] of this.search) {
      if (seen.has(name)) return { name: printable(name), reason: 'repeated' }
      seen.add(name)
      if (!known.has(name)) continue
      if (!isStorableText(value) || value.includes('\uFFFD')) return { name: printable(name), reason: 'not_text' }
    }
    return null
  }
}

/** The description of an error may hold only these characters. @see RFC 6749 §5.2 */
const printable = (name: string) => name.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 60)

export const describeFault = ({ name, reason }: ParameterFault) =>
  reason === 'repeated' ? `${name} is given more than once` : `${name} is not valid UTF-8 text without control characters`
