import { withDatabase } from '#lib/core/db'
import { PersonVault } from '#lib/users/person'
import { findPerson } from '#lib/users/store'
import { findAppForPeople } from '../client/store'
import { drawnFor } from './interaction-form'
import { judgeInteraction, openInteraction } from './open-interaction'

type RequestingApp = { name: string; companyName: string }

export type LogInScreen =
  | { kind: 'login'; app: RequestingApp; loginHint: string | undefined }
  | { kind: 'choose_account'; app: RequestingApp; email: string; mark: string }
  /** Nobody has to log in: on to consent, or straight back to the app. */
  | { kind: 'proceed' }
  | { kind: 'expired' }
  /** The person said no to it already. */
  | { kind: 'denied' }

/** What the log-in page shows for a waiting authorization request. */
export async function readLogInScreen(interactionId: string, session: { hash: Buffer; userId: string } | null): Promise<LogInScreen> {
  const open = await openInteraction(interactionId, session?.hash ?? null)
  const app = open && (await withDatabase((db) => findAppForPeople(db, open.context.client.id)))
  if (!open || !app) return { kind: 'expired' }
  if (open.interaction.isDenied) return { kind: 'denied' }
  const shown = { name: app.name, companyName: app.company.name }
  const verdict = judgeInteraction(open, session?.hash ?? null)
  if (verdict.kind === 'login') return { kind: 'login', app: shown, loginHint: open.interaction.request.loginHint }
  if (verdict.kind !== 'choose_account' || !session) return { kind: 'proceed' }

  const person = await withDatabase((db) => findPerson(db, session.userId))
  if (!person) return { kind: 'expired' }
  const email = PersonVault.of(person).openEmail(person.emailSealed)
  return { kind: 'choose_account', app: shown, email, mark: drawnFor('choose_account', interactionId, session.hash) }
}
