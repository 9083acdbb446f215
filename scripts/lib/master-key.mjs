/** The key everything sealed hangs on. The embedded default makes one and keeps it; a losable database may not. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const generateMasterKey = () => `k1:${randomBytes(32).toString('base64url')}`

export function keptMasterKey(dataDir) {
  const file = path.join(dataDir, 'master-key')
  if (!existsSync(file)) writeFileSync(file, `${generateMasterKey()}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
