import { describe, expect, it } from 'vitest'
import { subIndex } from '#lib/subjects/sealed-subject'
import type { AuthorizationRequest } from '../schema'
import { judgeAuthorization, NOTHING_YET, type PresentSession, type RememberedConsent } from './judge-authorization'

const request: AuthorizationRequest = { redirectUri: 'https://a.example/', scopes: ['openid', 'email'], prompts: [] }
const session: PresentSession = { userId: 'usr_1', authAgeSeconds: 100, subIndex: subIndex('sub-1') }
const answered: RememberedConsent = { grantedScopes: ['openid'], declinedScopes: ['email'], isEvidenceGranted: null }
const judge = (
  change: Partial<AuthorizationRequest>,
  who: PresentSession | null = session,
  consent: RememberedConsent | null = answered,
  progress = NOTHING_YET,
) => judgeAuthorization({ ...request, ...change }, who, consent, progress).kind

const LOGGED_IN = { loggedInSince: true, accountChosen: false }

describe('judgeAuthorization', () => {
  it('issues at once when every scope was answered, yes or no', () => expect(judge({})).toBe('issue'))
  it('asks for a log-in without a session', () => expect(judge({}, null)).toBe('login'))
  it('asks for consent without a grant, even for openid alone', () => expect(judge({ scopes: ['openid'] }, session, null)).toBe('consent'))
  it('asks for consent when one scope is unanswered', () => expect(judge({ scopes: ['openid', 'profile'] })).toBe('consent'))
  it('asks for consent on prompt=consent although all is answered', () => expect(judge({ prompts: ['consent'] })).toBe('consent'))
  it('asks for a log-in on prompt=login, once', () => {
    expect(judge({ prompts: ['login'] })).toBe('login')
    expect(judge({ prompts: ['login'] }, session, answered, LOGGED_IN)).toBe('issue')
  })
  it('asks for a log-in when the last one is older than max_age, once', () => {
    expect(judge({ maxAgeSeconds: 99 })).toBe('login')
    expect(judge({ maxAgeSeconds: 100 })).toBe('issue')
    expect(judge({ maxAgeSeconds: 0 }, { ...session, authAgeSeconds: 0.5 }, answered, LOGGED_IN)).toBe('issue')
  })
  it('asks for consent when an app wants to know how claims were verified, until that is answered, yes or no', () => {
    expect(judge({ askedVerified: '[]' })).toBe('consent')
    expect(judge({ askedVerified: '[]', prompts: ['none'] })).toBe('refuse')
    for (const isEvidenceGranted of [true, false]) expect(judge({ askedVerified: '[]' }, session, { ...answered, isEvidenceGranted })).toBe('issue')
  })
  it('offers another account on prompt=select_account until one is chosen', () => {
    expect(judge({ prompts: ['select_account'] })).toBe('choose_account')
    expect(judge({ prompts: ['select_account'] }, session, answered, { loggedInSince: false, accountChosen: true })).toBe('issue')
    expect(judge({ prompts: ['select_account'] }, session, answered, LOGGED_IN)).toBe('issue')
  })
  it('never interacts on prompt=none', () => {
    expect(judge({ prompts: ['none'] })).toBe('issue')
    expect(judge({ prompts: ['none'] }, null)).toBe('refuse')
    expect(judge({ prompts: ['none'] }, session, null)).toBe('refuse')
    expect(judge({ prompts: ['none'], maxAgeSeconds: 1 })).toBe('refuse')
  })
  it('asks the hinted person to log in, and refuses when somebody else did', () => {
    expect(judge({ hintedSub: 'sub-1' })).toBe('issue')
    expect(judge({ hintedSub: 'sub-2' })).toBe('login')
    expect(judge({ hintedSub: 'sub-2' }, session, answered, LOGGED_IN)).toBe('refuse')
  })
})
