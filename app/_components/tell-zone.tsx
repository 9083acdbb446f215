'use client'

import { useEffect } from 'react'
import { ZONE_COOKIE } from '#lib/i18n/zone-cookie'

/** Keeps the browser's time zone in a cookie, so that the next page tells times in it. Without scripts they are in UTC, and say so. */
export function TellZone() {
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const secure = location.protocol === 'https:' ? ';secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
    document.cookie = `${ZONE_COOKIE}=${zone};path=/;max-age=31536000;samesite=lax${secure}`
  }, [])
  return null
}
