import { env, isMailOff } from '#lib/core/env'
import { checkAddress } from './check-address'
import { checkDatabase } from './check-database'
import { checkDns } from './check-dns'
import { checkFilter } from './check-filter'
import { checkKeys } from './check-keys'
import { checkSmarthost } from './check-smarthost'
import type { Finding } from './finding'
import { judgeSettings } from './judge-settings'

/** Everything a service of one's own depends on. The settings are usable, or this would not run. */
export async function checkAll(): Promise<Finding[]> {
  const [inside, address] = await Promise.all([checkForStart(), checkAddress(env().BASE_URL)])
  return [...inside, ...address]
}

/** What can be tried before anything listens. */
export async function checkForStart(): Promise<Finding[]> {
  const database = await checkDatabase(env())
  // The signing key that the DNS has to hold lies in the database.
  const isUsable = database.every(({ look }) => look !== 'bad')
  const mail = isMailOff() ? [] : await Promise.all([checkSmarthost(env().SMTP_URL), checkFilter(), isUsable ? checkDns() : []])
  const keys = isUsable ? await checkKeys() : []
  return [...judgeSettings(env()), ...keys, ...database, ...mail.flat()]
}
