/** The path of MAIL or RCPT whose local part is in quotes. @see RFC 5321 §4.1.2 */
const QUOTED = /^([^<]*<)"((?:[^"\\]|\\.)*)"(@[^<>@]*>.*)$/s
const DOT_STRING = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const VISIBLE = /^[ -~]{1,62}$/
const STANDS_IN = 'quoted'

/**
 * A command with an address as smtp-server can read it: it cuts at spaces and counts every `@`. Quotes that nothing needs are taken
 * away, since both forms are one mailbox.
 * @returns `quoted`: the local part that is to stand where the command has a plain one now; null where nothing was changed
 */
export function readPath(command: string): { plain: string; quoted: string | null } {
  const [, before = '', escaped = '', after = ''] = QUOTED.exec(command) ?? []
  const local = escaped.replace(/\\(.)/g, '$1')
  if (!VISIBLE.test(local)) return { plain: command, quoted: null }
  if (DOT_STRING.test(local)) return { plain: before + local + after, quoted: null }
  return { plain: before + STANDS_IN + after, quoted: `"${local.replace(/["\\]/g, '\\$&')}"` }
}
