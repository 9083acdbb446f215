export type MrzName = { surname: string; givenNames: string; truncated: boolean }

const spaced = (text: string) => text.split('<').filter(Boolean).join(' ')

/**
 * `SURNAME<<GIVEN<NAMES<<<`. A field without a filler at its end may have been cut, and so may one whose given names the
 * issuer shortened until they fitted.
 * @returns undefined when no name can be told
 * @see ICAO 9303-3 §4.6, 9303-4 §4.2.3
 */
export function parseNames(text: string): MrzName | undefined {
  if (!/^[A-Z]/.test(text)) return undefined
  const [primary = '', secondary = '', ...more] = text.replace(/<+$/, '').split('<<')
  if (more.length > 0) return undefined
  return { surname: spaced(primary), givenNames: spaced(secondary), truncated: !text.endsWith('<') }
}
