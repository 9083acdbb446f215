import { cookies, headers } from 'next/headers'
import { getLocale } from 'next-intl/server'
import { cache } from 'react'
import { type Times, timesFor } from '#lib/i18n/times'
import { ZONE_COOKIE } from '#lib/i18n/zone-cookie'
import { readUserSession } from '#lib/session/user-session'
import { readTimeZone } from '#lib/users/account/read-account'

/** @param account the zone that the viewer chose for themselves, if they did */
async function viewerTimes(account?: string): Promise<Times> {
  const browser = (await cookies()).get(ZONE_COOKIE)?.value
  return timesFor({ locale: await getLocale(), preferences: (await headers()).get('accept-language'), zones: [account, browser] })
}

/** For people: the zone of their account, else that of their browser. */
export const personTimes = cache(async () => {
  const session = await readUserSession()
  return viewerTimes(session ? await readTimeZone(session.userId) : undefined)
})

/** For company staff and whoever has no account: the zone of the browser. */
export const browserTimes = cache(() => viewerTimes())
