export const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Lower-case base32 without padding; 10 bytes are 16 characters. @see RFC 4648 §6 */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31]
    value &= 31
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}
