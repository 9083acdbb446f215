import { transaction, withDatabase } from '#lib/core/db'
import { isTest } from '#lib/core/environment'
import { openAccount } from '#lib/users/account/open-account'
import { type DocumentKind, type PictureKind, picturesFor } from '../picture-kinds'
import { takesSpecimens } from '../specimens'
import { openReading } from '../staged-reading'
import { hasPhone } from '../store/handoffs'
import { findImageKinds } from '../store/images'
import { findVerification, type Verification } from '../store/verifications'
import { aboutWallet, takesWallet } from '../wallet/about-wallet'
import { openDisclosed } from '../wallet/sealed-disclosed'
import { isGuess } from '../worker/attempts'
import { findEarlier } from './reuse-claims'
import { openState } from './sealed-state'
import { linkHashes } from './verification-link'
import { findByLink, isServed } from './visitor'

/**
 * What the hosted page shows to whoever came by a session's link. `stranger`: the session belongs to another account.
 * @returns null when the link leads nowhere
 */
export const visitVerification = (token: string, userId: string | null) =>
  transaction(async (tx) => {
    const session = await findByLink(tx, token)
    if (!session) return null
    const isOwner = session.userId !== null && session.userId === userId
    const account = userId === null ? null : await openAccount(tx, userId)
    const canStart = session.status === 'in_progress' && isOwner
    const isByWallet = session.assurance === 'wallet'
    const wallet = canStart ? await aboutWallet(tx, session) : null
    const taking = await takingPictures(session, isOwner ? await findImageKinds(tx, session.id) : [])
    return {
      ...aboutSession(session),
      isOwner,
      isStranger: session.userId !== null && !isOwner,
      isExpected: session.expectedUserId === null || session.expectedUserId === userId,
      email: account?.email ?? null,
      ...taking,
      progress: wallet ? `${taking.progress} ${wallet.progress}` : taking.progress,
      hasPhone: isOwner && (await hasPhone(tx, session.id)),
      earlier: canStart && session.documentKind === null ? await findEarlier(tx, userId as string, session) : null,
      reading: isOwner && account && session.readingSealed && !isByWallet ? openReading(account.vault, session.id, session.readingSealed) : null,
      disclosed: isOwner && account && session.readingSealed && isByWallet ? openDisclosed(account.vault, session.id, session.readingSealed) : null,
      wallet,
      takesWallet: (await takesWallet(session)) !== null,
      returnTo: returnAddress(session),
    }
  })

export type Visit = NonNullable<Awaited<ReturnType<typeof visitVerification>>>

/** What a phone shows that takes the pictures: nothing of the person. */
export const visitAsPhone = (sessionId: string) =>
  transaction(async (tx) => {
    const session = await findVerification(tx, { id: sessionId })
    if (!session || !isServed(session)) return null
    return { ...aboutSession(session), ...(await takingPictures(session, await findImageKinds(tx, sessionId))) }
  })

export type PhoneVisit = NonNullable<Awaited<ReturnType<typeof visitAsPhone>>>

/** The language the company wished for its session's page. */
export const localeOfLink = (token: string) =>
  withDatabase(async (db) => (linkHashes(token).length > 0 ? (await findVerification(db, { tokenHashes: linkHashes(token) }))?.locale : null))

/** The app that sent somebody with a link, before it is known who they are. */
export const appOfLink = (token: string) =>
  withDatabase(async (db) => {
    const session = linkHashes(token).length > 0 ? await findVerification(db, { tokenHashes: linkHashes(token) }) : null
    return session && aboutApp(session)
  })

const aboutApp = ({ app }: Verification) =>
  app && {
    name: app.name,
    company: app.company.name,
    isVerified: app.company.verificationStatus === 'verified',
    isTest: isTest(app.environment),
  }

const aboutSession = (session: Verification) => ({
  id: session.id,
  status: session.status,
  isServed: isServed(session),
  app: aboutApp(session),
  takesSpecimens: takesSpecimens(session),
  fields: session.fields,
  failure: session.failureCode,
  isContest: session.isContest,
  /** The least that is asked for, and what was reached. */
  least: session.minAssurance,
  assurance: session.assurance,
  /** Whether the attempt that failed last did not count. */
  isUncounted: session.attempt > session.attemptsUsed && isGuess(session.failureCode),
  attemptsLeft: session.maxAttempts - session.attemptsUsed,
})

const takingPictures = async (session: Verification, taken: string[]) => {
  const documentKind = session.documentKind as DocumentKind | null
  const needed = documentKind === null ? [] : picturesFor(documentKind, session.minAssurance)
  return {
    documentKind,
    needed,
    nextPicture: (needed.find((kind) => !taken.includes(kind)) ?? null) as PictureKind | null,
    headTurn: session.headTurn as 'left' | 'right' | null,
    /** Changes with everything that changes the page. */
    progress: `${session.status} ${documentKind} ${taken.length} ${session.attempt}`,
  }
}

/** Where the company waits for the person, with its `state`; of one's own session a path here, where one began it. */
function returnAddress(session: Verification): string | null {
  if (session.appId === null) return openState(session)
  if (!session.redirectUri) return null
  const state = openState(session)
  if (state === null) return session.redirectUri
  const url = new URL(session.redirectUri)
  url.searchParams.append('state', state)
  return url.href
}
