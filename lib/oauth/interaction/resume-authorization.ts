import { transaction } from '#lib/core/db'
import { codeAnswer, errorAnswer } from '../authorize/authorization-response'
import { giveCode } from '../authorize/give-code'
import { AuthorizationError } from '../errors'
import { isDrawnFor } from './interaction-form'
import { judgeInteraction, type OpenInteraction, openInteraction, type ResumedStep } from './open-interaction'
import { chooseSession, lockInteraction } from './store'

/** Goes on with a request after a log-in or a choice of account. */
export async function resumeAuthorization(id: string, sessionHash: Buffer | null): Promise<ResumedStep> {
  const open = await openInteraction(id, sessionHash)
  return open ? goOnWith(open, sessionHash) : { kind: 'expired' }
}

/**
 * The same where only a redirect can be sent on: an answer that has to be posted is left to `/oauth2/resume`, so that no
 * code is made for nothing.
 */
export async function resumeByRedirect(id: string, sessionHash: Buffer | null): Promise<ResumedStep | { kind: 'visit' }> {
  const open = await openInteraction(id, sessionHash)
  if (open?.redirect.responseMode !== 'form_post') return open ? goOnWith(open, sessionHash) : { kind: 'expired' }
  const verdict = judgeInteraction(open, sessionHash)
  return verdict.kind === 'issue' || verdict.kind === 'refuse' ? { kind: 'visit' } : goOnWith(open, sessionHash)
}

async function goOnWith(open: OpenInteraction, sessionHash: Buffer | null): Promise<ResumedStep> {
  const { interaction, redirect, scopes } = open
  if (interaction.isDenied) return { kind: 'denied' }
  const verdict = judgeInteraction(open, sessionHash)
  if (verdict.kind === 'refuse') {
    return { kind: 'answer', answer: errorAnswer(new AuthorizationError(verdict.reason, verdict.description, redirect)) }
  }
  if (verdict.kind !== 'issue') return { kind: 'interact', screen: verdict.kind }
  const { client, session, grant } = open.context
  if (!grant || !session) return { kind: 'expired' }
  return transaction(async (tx): Promise<ResumedStep> => {
    const held = await lockInteraction(tx, interaction)
    if (!held || held.isDenied) return { kind: held ? 'denied' : 'expired' }
    const secret = await giveCode(tx, held, { ...interaction.request, scopes }, { client, session, grantId: grant.id })
    // Consent or session ended between two statements.
    return secret === null ? { kind: 'interact', screen: 'login' } : { kind: 'answer', answer: codeAnswer(redirect, secret) }
  })
}

/** The person goes on with the account that is logged in. @param mark of the form, which names that account */
export async function chooseAccount(id: string, sessionHash: Buffer, mark: string): Promise<ResumedStep | { kind: 'visit' }> {
  if (!isDrawnFor(mark, 'choose_account', id, sessionHash)) return { kind: 'redraw', screen: 'choose_account' }
  await chooseSession(id, sessionHash)
  return resumeByRedirect(id, sessionHash)
}
