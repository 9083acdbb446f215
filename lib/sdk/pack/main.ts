/** Writes the package `@signet/server` where it is told to. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { packSdk } from './pack'

const [target = ''] = process.argv.slice(2)
mkdirSync(path.dirname(target), { recursive: true })
writeFileSync(target, await packSdk())
process.exit()
