/** The value of one cookie in a Cookie header. @see RFC 6265 §4.2 */
export function cookieValue(header: string | null, name: string): string | undefined {
  const pair = header?.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
