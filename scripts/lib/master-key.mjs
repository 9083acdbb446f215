/** The key everything sealed hangs on. The embedded default makes one and keeps it; a losable database may not. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const generateMasterKey = (id = 'k1') => `${id}:${randomBytes(32).toString('base64url')}`

/** Its id says where it comes from: a process that serves an own database refuses it. */
export function keptMasterKey(dataDir) {
  const file = path.join(dataDir, 'master-key')
  if (!existsSync(file)) writeFileSync(file, `${generateMasterKey('demo1')}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
