const BLOCK = 512

/** npm's own time of every file: the same content is the same tarball. */
const MTIME = 499_162_500

/** Files as a tar archive. @see POSIX.1-1988, ustar */
export function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => {
    const content = Buffer.from(text)
    return Buffer.concat([headerOf(name, content.length, text.startsWith('#!')), content, Buffer.alloc(-content.length & (BLOCK - 1))])
  })
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)])
}

function headerOf(name: string, size: number, isProgram: boolean): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tarball`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) => header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  header.write(name, 0)
  octal(isProgram ? 0o755 : 0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(MTIME, 136, 12)
  header.fill(' ', 148, 156)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
