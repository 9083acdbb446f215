/** Imported first by every command: an old Node would fail later, in a way nobody understands. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Signet needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`)
  process.exit(1)
}
