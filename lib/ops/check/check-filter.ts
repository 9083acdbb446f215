import { env } from '#lib/core/env'
import { type FilterSettings, filterSettings } from '#lib/relay/filter/filter'
import { Milter } from '#lib/relay/filter/milter'
import { about, type Finding } from './finding'

const PATIENCE_MS = 10_000
const { good, bad } = about('filter')

/** Speaks to the filter as the receiver does, up to the head of a message that never comes. */
export async function checkFilter(settings: FilterSettings | null = filterSettings()): Promise<Finding[]> {
  if (!settings) return []
  const { ALIAS_DOMAIN } = env()
  const nobody = { ip: '127.0.0.1', helo: ALIAS_DOMAIN, hostname: ALIAS_DOMAIN, from: '', to: [], messageId: 'check' }
  const milter = new Milter(settings.address, nobody, PATIENCE_MS)
  const without = settings.fails === 'open' ? 'mail is taken without it' : 'mail is asked for again until it is there'
  try {
    await milter.ready()
    return [good(`the filter of MILTER answers; when it fails, ${without}`)]
  } catch {
    return [bad(`the filter of MILTER does not answer, or speaks no milter protocol: ${without}`)]
  } finally {
    milter.stop()
  }
}
