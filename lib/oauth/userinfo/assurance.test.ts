import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import type { ScopeName } from '#lib/scopes/catalog'
import type { Assurance } from '#lib/users/assurance'
import { aCode, aGrant } from '../../../e2e/fixtures/grants'
import { aPerson } from '../../../e2e/fixtures/world'
import { discoveryDocument } from '../discovery'
import { exchangeCode } from '../token/exchange-code'
import { rotateRefreshToken } from '../token/rotate-refresh-token'
import { readUserinfo } from './read-userinfo'

afterAll(closeDatabase)

const REDIRECT_URI = 'https://a.example/cb'
const acr = (...levels: Assurance[]) => levels.map((level) => `urn:signet:assurance:${level}`).join(' ')
const ask = (text: string, values: unknown[]) => sql.query(statement<object>(`test_${randomBase62(8)}`, text), values)

/** Somebody with a passport that was shown at a level. */
const shownAt = (assurance: Assurance) =>
  aPerson({ locale: 'en' }, { given_name: 'Ada', family_name: 'Nowak', birthdate: '1990-01-01' }, { assurance })

type Person = Awaited<ReturnType<typeof aPerson>>

/** What an app gets that sends these `acr_values`. */
async function signIn(person: Person, scopes: ScopeName[], acrValues?: string) {
  const { client, grantId } = await aGrant(person)
  const { code, verifier } = await aCode(grantId, scopes, { acrValues })
  const tokens = await exchangeCode(client, code, { redirectUri: REDIRECT_URI, codeVerifier: verifier })
  const { sub: _, ...claims } = await readUserinfo(tokens.access_token)
  return { claims, acr: decodeJwt(tokens.id_token).acr, tokens, client, grantId }
}

describe('a request that asks for no level', () => {
  it.each([
    ['zone', { locale: 'en' }],
    ['page', { locale: 'en', name: 'Ada Nowak', given_name: 'Ada', family_name: 'Nowak' }],
    ['person', { locale: 'en', name: 'Ada Nowak', given_name: 'Ada', family_name: 'Nowak', birthdate: '1990-01-01', age_over_18: true }],
  ] as const)('is given what a document shown at %s is worth, and no acr', async (assurance, claims) => {
    const given = await signIn(await shownAt(assurance), ['openid', 'profile', 'age_over_18'])
    expect(given.claims).toEqual(claims)
    expect(given.acr).toBeUndefined()
  })

  it('is given what a person typed in, as ever', async () => {
    const person = await aPerson({ given_name: 'Pola', birthdate: '1990-01-01', locale: 'pl' })
    expect((await signIn(person, ['openid', 'profile'])).claims).toEqual({ name: 'Pola', given_name: 'Pola', birthdate: '1990-01-01', locale: 'pl' })
  })
})

describe('acr_values', () => {
  it.each([
    ['zone lets out what was shown at zone', 'zone', acr('zone'), true, acr('zone')],
    ['page keeps back what was shown at zone', 'zone', acr('page'), undefined, undefined],
    ['person keeps back what was shown at page', 'page', acr('person'), undefined, undefined],
    ['person or page takes either, and acr says which', 'page', acr('person', 'page'), true, acr('page')],
    ['wallet is reached by nothing', 'person', acr('wallet'), undefined, undefined],
    ['values of others ask for no level', 'person', 'urn:example:gold', true, undefined],
  ] as const)('%s', async (_, shown, asked, isAdult, told) => {
    const { claims, acr } = await signIn(await shownAt(shown), ['openid', 'age_over_18'], asked)
    expect([claims.age_over_18, acr]).toEqual([isAdult, told])
  })

  it('answers nothing to an app that is given nothing of the document', async () => {
    expect((await signIn(await shownAt('person'), ['openid', 'email'], acr('person', 'page', 'zone'))).acr).toBeUndefined()
  })

  it('with a level keeps back what was only typed in', async () => {
    const person = await aPerson({ given_name: 'Pola', locale: 'pl' })
    expect((await signIn(person, ['openid', 'profile'], acr('page'))).claims).toEqual({ locale: 'pl' })
  })

  it('holds for the refreshed token, too, by what the claims are at then', async () => {
    const person = await shownAt('person')
    const scopes: ScopeName[] = ['openid', 'age_over_18', 'offline_access']
    const first = await signIn(person, scopes, acr('person'))
    expect([first.claims.age_over_18, first.acr]).toEqual([true, acr('person')])
    const second = await rotateRefreshToken(first.client, first.tokens.refresh_token as string, undefined)
    expect(decodeJwt(second.id_token).acr).toBe(acr('person'))
    await ask(`UPDATE verified_claims SET assurance = 'page' WHERE user_id = $1`, [person.id])
    const third = await rotateRefreshToken(first.client, second.refresh_token as string, undefined)
    expect(decodeJwt(third.id_token).acr).toBeUndefined()
    expect(await readUserinfo(third.access_token)).not.toHaveProperty('age_over_18')
  })

  it('is answered by nothing that is contested or ran out', async () => {
    const person = await shownAt('person')
    await ask(`UPDATE verified_claims SET expires_at = clock_timestamp() WHERE user_id = $1`, [person.id])
    const { claims, acr: told } = await signIn(person, ['openid', 'age_over_18'], acr('person'))
    expect([claims, told]).toEqual([{}, undefined])
  })

  it('that can be asked for are in the discovery document', () => {
    expect(discoveryDocument().acr_values_supported).toEqual([acr('zone'), acr('page'), acr('person'), acr('wallet')])
  })
})
