/** A string of a TXT record holds at most this much. @see RFC 1035 §3.3 */
const TXT_STRING = 255

const quoted = (value: string) => (value.match(new RegExp(`.{1,${TXT_STRING}}`, 'g')) ?? []).map((part) => `"${part}"`).join(' ')

/** A record as a line of a zone file. @see RFC 1035 §5.1 */
export const zoneLine = ({ name, type, value }: { name: string; type: string; value: string }) =>
  `${name}. IN ${type} ${type === 'TXT' ? quoted(value) : value}`
