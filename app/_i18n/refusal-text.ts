import { getTranslations } from 'next-intl/server'
import type { Refusal } from '#lib/accounts/throttles/take-allowance'

/** What was tried: the words differ. */
type Tried = 'password' | 'code' | 'mail'

const OWN = { password: 'own', code: 'own_code', mail: 'mails' } as const
const SHARED = { password: 'many', code: 'many', mail: 'many_mails' } as const

/** Why not now, how long to wait, or what helps instead. */
export async function refusalText(refusal: Refusal, tried: Tried): Promise<string> {
  const t = await getTranslations('allowance')
  if (refusal.kind === 'stopped') return t(tried === 'code' ? 'stopped_code' : 'stopped')
  const { by, waitSeconds } = refusal
  const time = waitSeconds < 60 ? t('seconds', { count: waitSeconds }) : t('minutes', { count: Math.ceil(waitSeconds / 60) })
  return t((by === 'network' || by === 'service' ? SHARED : OWN)[tried], { time })
}
