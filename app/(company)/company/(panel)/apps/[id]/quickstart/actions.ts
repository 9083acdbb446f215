'use server'

import { cookies } from 'next/headers'
import { isSecureOrigin } from '#lib/core/env'
import { requireSameOrigin } from '#lib/session/same-origin'
import { isQuickstartLanguage, QUICKSTART_COOKIE } from './language'

const YEAR = 365 * 24 * 3600

export async function chooseQuickstartAction(form: FormData): Promise<void> {
  await requireSameOrigin()
  const language = String(form.get('language'))
  if (!isQuickstartLanguage(language)) return
  ;(await cookies()).set(QUICKSTART_COOKIE, language, { path: '/company', sameSite: 'lax', secure: isSecureOrigin(), maxAge: YEAR })
}
