'use server'

import { redirect } from 'next/navigation'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'
import { startOwn } from '#lib/verifications/page/start-own'

/** Verifies a document for nobody but oneself. */
export async function verifyAction(): Promise<never> {
  await requireSameOrigin()
  const { userId } = await requireUser('/account')
  redirect(await startOwn(userId))
}
