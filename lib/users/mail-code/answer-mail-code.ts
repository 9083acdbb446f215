import { stillHasAddress } from '#lib/accounts/addresses/claim-address'
import { findByAddress } from '#lib/accounts/addresses/find-holder'
import { type Client, deviceHashOf } from '#lib/accounts/client'
import type { FirstStep } from '#lib/accounts/factors/second-factor'
import { RECOVERY_SECONDS } from '#lib/accounts/links/lifetimes'
import { type Awaited, findWaitOf, takeCodeOf, takeProven, tryCodeOf, type Wait } from '#lib/accounts/links/mail-code-store'
import { endOtherLinks, insertLink } from '#lib/accounts/links/store'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { countGuess, forgiveGuesses, type Guess } from '#lib/accounts/throttles/guesses'
import type { Refusal } from '#lib/accounts/throttles/take-allowance'
import { type Prisma, transaction } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import { issueSecret } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { openAccount } from '../account/open-account'
import { confirmEmailOf } from '../account/store'
import { recordActivity } from '../activity/store'
import { PEOPLE_ADDRESSES } from '../addresses'
import { findCredentials } from '../store'
import { isCodeOf, readCode } from './issue-mail-code'

const FLOOR_MS = 120

/** A browser that asked for a mail, and the address it asked for. */
export type Waiting = { secret: string; email: string }

/** What the mailbox was proven for. */
export type Proven =
  | ({ kind: 'ok'; isFirst: boolean } & ProvenLogIn)
  | ({ kind: 'second_factor' } & FirstStep)
  /** On to a new password, by this link. */
  | { kind: 'recover'; token: string }

export type CodeOutcome = Proven | { kind: 'wrong' } | Refusal

/**
 * Takes the code of a mail in the browser that asked for it. The guess is counted before anything is looked at, by
 * address, network and service, and once more at the code itself. Where nothing was mailed every code is wrong, in the same time.
 */
export const answerMailCode = ({ secret, email }: Waiting, typed: string, client: Client): Promise<CodeOutcome> =>
  inEvenTime(FLOOR_MS, async () => {
    const code = readCode(typed)
    if (code === null) return { kind: 'wrong' }
    const device = client.device === undefined ? null : deviceHashOf(client.device)
    const known = await findCredentials(email, device)
    const guess: Guess = {
      act: 'mailCode',
      realm: 'person',
      subject: email,
      network: client.network,
      knownDevice: known?.isKnownDevice ? device : null,
    }
    const counted = await countGuess(guess)
    if (counted.kind !== 'taken') return counted

    const browserHash = deviceHashOf(secret)
    const wait = { ownerId: known?.id ?? null, browserHash }
    const codeHash = await tryCodeOf(wait)
    if (codeHash === null || !isCodeOf(browserHash, code, codeHash)) return { kind: 'wrong' }
    const proven = await transaction(async (tx) => settle(tx, await takeCodeOf(tx, wait, codeHash), known?.id))
    if (proven === null) return { kind: 'wrong' }
    await forgiveGuesses(guess)
    return proven
  })

/** Whether the link of the mail was used in another browser, so that this one goes on. */
export const isProvenElsewhere = async (waiting: Waiting): Promise<boolean> => (await findWaitOf(await waitOf(waiting)))?.isProven === true

const waitOf = async ({ secret, email }: Waiting): Promise<Wait> => ({
  ownerId: (await findByAddress(PEOPLE_ADDRESSES, email))?.id ?? null,
  browserHash: deviceHashOf(secret),
})

/** Goes on where the link was used elsewhere; null when it was not. */
export async function goOnProven(browser: Waiting): Promise<Proven | null> {
  const wait = await waitOf(browser)
  const waiting = await findWaitOf(wait)
  if (!waiting?.isProven) return null
  const holderId = (await stillHasAddress(PEOPLE_ADDRESSES, waiting.ownerId)) ? waiting.ownerId : undefined
  return transaction(async (tx) => settle(tx, await takeProven(tx, wait), holderId))
}

/** @param holderId whom the list of addresses names: another's registration is not confirmed any more */
async function settle(tx: Prisma, awaited: Awaited | null, holderId: string | undefined): Promise<Proven | null> {
  const account = awaited && (await openAccount(tx, awaited.ownerId))
  if (!awaited || !account) return null
  const { id, accessVersion, hasTotp } = account
  if (awaited.purpose === 'confirm_email') {
    if (id !== holderId) return null
    await confirmAccount(tx, id)
    return { kind: 'ok', isFirst: true, id, accessVersion, amr: account.passwordHash === null ? ['otp'] : ['pwd'] }
  }
  if (awaited.purpose === 'log_in') return { kind: hasTotp ? 'second_factor' : 'ok', isFirst: false, id, accessVersion, amr: ['otp'] }
  const { secret: token, hash: tokenHash } = issueSecret('sgm', shardOf(id))
  await insertLink(tx, { realm: 'person', id }, accessVersion, { tokenHash, purpose: 'recover', lifetimeSeconds: RECOVERY_SECONDS })
  return { kind: 'recover', token }
}

/** The address is its owner's; every other link of the registration is over. */
export async function confirmAccount(tx: Prisma, id: string): Promise<void> {
  await endOtherLinks(tx, { realm: 'person', id }, 'confirm_email', [])
  await confirmEmailOf(tx, id)
  await recordActivity(tx, id, 'account.email_confirmed')
}
