/**
 * A path on this site to go to after logging in; anything that could lead elsewhere becomes the fallback.
 * Backslashes and a second slash would make a browser read a host name.
 */
export function safeReturnPath(path: string | null | undefined, fallback: string): string {
  return path && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') ? path : fallback
}
