'use server'

import { redirect } from 'next/navigation'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession } from '#lib/session/user-session'

export async function logOutAction(): Promise<never> {
  await requireSameOrigin()
  await endUserSession()
  redirect('/')
}
