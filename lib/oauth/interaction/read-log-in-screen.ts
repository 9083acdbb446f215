import type { AppFace } from '#lib/apps/face/app-face'
import { withDatabase } from '#lib/core/db'
import { isSameEmail } from '#lib/core/email-address'
import { LIVE } from '#lib/core/environment'
import { subIndex } from '#lib/subjects/sealed-subject'
import { PersonVault } from '#lib/users/person'
import { findPerson } from '#lib/users/store'
import { findAppForPeople } from '../client/store'
import { judgeInteraction, type OpenInteraction, openInteraction } from './open-interaction'

export type RequestingApp = { name: string; companyName: string; environment: string; face: AppFace }

export type LogInScreen =
  /** @property known the person who is logged in and only has to confirm it; @property isForNewcomer whether the app expects one */
  | { kind: 'login'; app: RequestingApp; loginHint: string | undefined; known: string | undefined; isForNewcomer: boolean }
  | { kind: 'choose_account'; app: RequestingApp }
  /** Nobody has to log in: on to consent, or straight back to the app. */
  | { kind: 'proceed'; app: RequestingApp }
  | { kind: 'expired' }
  /** The person said no to it already. */
  | { kind: 'denied' }

/** What the log-in page shows for a waiting authorization request. */
export async function readLogInScreen(interactionId: string, session: { hash: Buffer; userId: string } | null): Promise<LogInScreen> {
  const open = await openInteraction(interactionId, session?.hash ?? null)
  const app = open && (await withDatabase((db) => findAppForPeople(db, open.context.client.id)))
  if (!open || !app) return { kind: 'expired' }
  if (open.interaction.isDenied) return { kind: 'denied' }
  const shown = { name: app.name, companyName: app.company.name, environment: app.environment, face: app.face }
  const here = open.context.session ? session : null
  const verdict = judgeInteraction(open, session?.hash ?? null)
  if (verdict.kind === 'login') {
    const { loginHint, prompts } = open.interaction.request
    const known = here ? await askedAgain(open, here, loginHint) : undefined
    return { kind: 'login', app: shown, loginHint, known, isForNewcomer: !here && app.environment === LIVE && prompts.includes('create') }
  }
  return { kind: verdict.kind === 'choose_account' ? 'choose_account' : 'proceed', app: shown }
}

async function addressOf(userId: string): Promise<string | undefined> {
  const person = await withDatabase((db) => findPerson(db, userId))
  return person ? PersonVault.of(person).openEmail(person.emailSealed) : undefined
}

/** Their address, when the app asks whoever is logged in once more; nothing when it hints at somebody else. */
async function askedAgain({ interaction, context }: OpenInteraction, { userId }: { userId: string }, loginHint: string | undefined) {
  const { hintedSub } = interaction.request
  if (hintedSub !== undefined && !context.session?.subIndex?.equals(subIndex(hintedSub))) return undefined
  const email = await addressOf(userId)
  return email !== undefined && (loginHint === undefined || isSameEmail(loginHint, email)) ? email : undefined
}
