import { changePassword } from '#lib/accounts/credentials/change-password'
import { randomBase62 } from '#lib/core/random-id'
import { withdrawAccess, withdrawScope } from '#lib/grants/end-grants'
import { resumeForwarding } from '#lib/relay/store/pause'
import { sessionHash, USER_REALM } from '#lib/session/realm'
import { changeProfile } from '#lib/users/account/change-profile'
import { requestDeletion } from '#lib/users/account/request-deletion'
import { switchAlias } from '#lib/users/aliases/switch-alias'
import { PEOPLE } from '#lib/users/people'
import { createVerificationInput } from '#lib/verifications/interface/contract'
import { createVerification } from '#lib/verifications/interface/create-verification'
import { beginVerification } from '#lib/verifications/page/begin-verification'
import { settleAs, tokenOf } from '../fixtures/verifications'
import { consentWithoutPages, logInWithoutPages } from '../fixtures/visitor'
import { aPerson } from '../fixtures/world'
import { inLanes } from './lots'
import { bounce, type Forwarded, flood } from './mail'
import type { Observer } from './observer'
import { ALIKE, EVERY_SCOPE, type Person } from './people'
import type { Stack } from './stack'
import { aPassport, readDocument } from './walk'

/** What an app has on the people it can do something to. */
export type Near = { app: Observer; stack: Stack; aliases: Map<number, string>; forwarded: Map<number, Forwarded> }

/**
 * Something that happens between a person and one app, or to the person alone, and concerns no other app. None of it may
 * show anywhere else. `undo` puts things right again, so that the next lot falls on people who are alike.
 */
export type Act = {
  what: string
  happen: (near: Near, people: readonly Person[]) => Promise<unknown>
  undo?: (near: Near, people: readonly Person[]) => Promise<unknown>
}

const each = (work: (near: Near, person: Person) => Promise<unknown>) => (near: Near, people: readonly Person[]) =>
  inLanes(people, 4, (person) => work(near, person))

const bounced = (status: string, times: number) =>
  each(async ({ stack, forwarded }, { nth }) => {
    const { bounceAddress } = forwarded.get(nth) as Forwarded
    for (let count = 0; count < times; count++) await bounce(stack, bounceAddress, status)
  })

const resume = each((_, { id }) => resumeForwarding(id, null))

const tooLarge: Act = { what: 'three mails bounce as too large', happen: bounced('5.3.4', 3), undo: resume }
const unknown: Act = { what: 'three mails bounce as unknown', happen: bounced('5.1.1', 3), undo: resume }
const full: Act = { what: 'three mails bounce since the mailbox is full', happen: bounced('5.2.2', 3), undo: resume }

const overRate: Act = {
  what: 'an alias gets more mail than it may',
  happen: ({ stack, aliases }, people) =>
    flood(
      stack,
      people.map(({ nth }) => aliases.get(nth) as string),
    ),
}

const aliasOff: Act = {
  what: 'an alias is switched off',
  happen: each(({ app }, { id }) => switchAlias(id, app.app.id, true)),
  undo: each(({ app }, { id }) => switchAlias(id, app.app.id, false)),
}

const consentAgain = each(({ app }, person) => consentWithoutPages(person, app.app, EVERY_SCOPE))

const scopeWithdrawn: Act = {
  what: 'a scope is withdrawn',
  happen: each(({ app }, { id }) => withdrawScope(id, app.app.id, 'email')),
  undo: consentAgain,
}
const accessWithdrawn: Act = { what: 'access is withdrawn', happen: each(({ app }, { id }) => withdrawAccess(id, app.app.id)), undo: consentAgain }

const documentVerified: Act = {
  what: 'a document is verified',
  happen: each(async ({ app }, { id: userId }) => {
    const session = await newSession(app)
    const visitor = { token: tokenOf(session), userId }
    await beginVerification(visitor)
    await readDocument(session.id, visitor, userId)
  }),
}

const verificationFails: Act = {
  what: 'a verification fails',
  happen: each(async ({ app }, { id: userId }) => {
    const session = await newSession(app)
    await beginVerification({ token: tokenOf(session), userId })
    await settleAs(session.id, { ok: false, failure: 'document_expired' })
  }),
}

const documentShownTwice: Act = {
  what: 'somebody else shows the same document',
  happen: each(async ({ app }, { id: userId }) => {
    const [own, other] = [await newSession(app), await newSession(app)]
    const reading = aPassport()
    const visitor = { token: tokenOf(own), userId }
    await beginVerification(visitor)
    await readDocument(own.id, visitor, userId, reading)
    await beginVerification({ token: tokenOf(other), userId: (await aPerson()).id })
    await settleAs(other.id, reading)
  }),
}

const profileChanged: Act = {
  what: 'the profile changes in what no scope shares',
  happen: each(async (_, { id }) => {
    zone++
    await changeProfile(id, { ...ALIKE, zoneinfo: ZONES[zone % ZONES.length] as string })
  }),
}

const loggedIn: Act = { what: 'the person logs in somewhere else', happen: each((_, person) => logInWithoutPages(person)) }

const passwordChanged: Act = {
  what: 'the password changes',
  happen: each(async (_, person) => {
    const { cookie } = await logInWithoutPages(person)
    const hash = await sessionHash(USER_REALM, cookie.slice(cookie.indexOf('=') + 1))
    const next = randomBase62(20)
    const outcome = await changePassword(PEOPLE, person.id, hash as Buffer<ArrayBuffer>, person.password, next)
    if (outcome.kind !== 'changed') throw new Error(`the password was not changed: ${outcome.kind}`)
    person.password = next
  }),
}

/** What may happen to one person in one round: each act falls on people of its own lot. */
export const ACTS: Act[][] = [
  [tooLarge, profileChanged],
  [unknown, loggedIn],
  [full, documentVerified],
  [overRate, verificationFails],
  [aliasOff, documentShownTwice],
  [scopeWithdrawn, passwordChanged],
  [accessWithdrawn],
]

/** Ends everything at once where tokens are concerned, as the specification demands; mail must not show it. */
export const DELETION: Act = { what: 'deletion is asked for', happen: each((_, { id, email }) => requestDeletion(id, email)) }

const ZONES = ['Europe/Madrid', 'Europe/Rome', 'Europe/Paris']
let zone = 0

const newSession = ({ company, app }: Observer) =>
  createVerification(company.actor, createVerificationInput.parse({ client_id: app.client_id, fields: ['given_name', 'age_over_18'] }))
