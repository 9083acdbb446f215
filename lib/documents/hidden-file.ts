/** Headers that other programs accept although they do not stand first: PDF readers search the first kilobyte. */
const NEAR_THE_START = ['%PDF-', '<svg', '<html', '<!doctype', '<script', '<?php', 'MZ\x90\x00', '\x7fELF', 'PK\x03\x04', 'Rar!\x1a\x07']
const START = 4096
/** Archives are read from their end, scripts wherever they stand. */
const NEAR_THE_END = ['PK\x05\x06', '%%eof']
const END = 66_000
const ANYWHERE = ['<script', '<?php', '<!doctype html']

/**
 * Whether a picture is at the same time a document, an archive or a script (a polyglot). Film that phones append to a
 * photograph is no such thing; it goes when the picture is written anew.
 */
export function hidesAnotherFile(file: Uint8Array): boolean {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1').toLowerCase()
  const holds = (part: string, marks: string[]) => marks.some((mark) => part.includes(mark.toLowerCase()))
  return holds(text.slice(0, START), NEAR_THE_START) || holds(text.slice(-END), NEAR_THE_END) || holds(text, ANYWHERE)
}
