import { afterAll, expect, it } from 'vitest'
import { openTestEnvironment } from '#lib/companies/environments/open-test-environment'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { makeDemoPerson, readDemoPeople } from '#lib/test-environments/demo-people'
import { answerAsSpecimen } from '#lib/wallet/specimen/answer-as-specimen'
import { createAuthority } from '#lib/wallet/specimen/authority'
import { issueCredential } from '#lib/wallet/specimen/issue-credential'
import { present, readRequestObject } from '#lib/wallet/specimen/present'
import { staffActor } from '../../../e2e/fixtures/actor'
import { aVerification, tokenOf } from '../../../e2e/fixtures/verifications'
import { aCompany, anApp, aPerson } from '../../../e2e/fixtures/world'
import { getVerification } from '../interface/read-verifications'
import { beginVerification } from '../page/begin-verification'
import { visitVerification } from '../page/visit-verification'
import { askWallet } from './ask-wallet'
import { confirmDisclosed } from './confirm-disclosed'
import { returnFromWallet } from './return-from-wallet'
import { asked, bring, codeIn, holder } from './testing/answering'

afterAll(closeDatabase)

const ask = (text: string, values: unknown[]) => sql.query(statement<{ id: string }>(`test_${randomBase62(8)}`, text), values)

/** A verification of a test environment that its demo person began, on an installation where no wallet is set up. */
async function tried(settings: object = {}) {
  const company = await aCompany()
  await openTestEnvironment(company.actor)
  const [row] = await ask('SELECT id FROM companies WHERE test_of_id = $1', [company.actor.companyId])
  const test = { ...company, actor: staffActor({ companyId: row?.id as string, staffId: company.actor.id }) }
  await makeDemoPerson(test.actor, 'unverified')
  const [person] = await readDemoPeople(test.actor.companyId)
  const session = await aVerification(test, { app: await anApp(test), fields: ['given_name', 'age_over_18'], ...settings })
  const visitor = { token: tokenOf(session), userId: person?.id as string }
  await beginVerification(visitor)
  return { test, visitor, id: session.id }
}

it('a specimen wallet answers a verification of a test environment on every installation, whatever types the company asks for', async () => {
  const { test, visitor, id } = await tried({ credential_types: ['eu.europa.ec.eudi.pid.1'] })
  expect((await visitVerification(visitor.token, visitor.userId))?.takesWallet).toBe(true)
  const question = await asked({ visitor } as Parameters<typeof asked>[0])
  expect(readRequestObject(question.requestObject).dcql_query.credentials.map(({ id }) => id)).toEqual(['specimen_sd_jwt', 'specimen_mdoc'])
  expect((await visitVerification(visitor.token, visitor.userId))?.wallet?.question?.specimens).toBe('alone')
  const code = codeIn(await bring(question.id, await answerAsSpecimen(question.requestObject, 'specimen_sd_jwt', holder())))
  expect(await returnFromWallet(code, question.secret)).toMatchObject({ kind: 'here' })
  await confirmDisclosed(visitor)
  expect(await getVerification(test.actor, id)).toMatchObject({ status: 'verified', result: { assurance: 'wallet' } })
})

it.each(['foreign_issuer', 'revoked'] as const)('there too %s is refused', async (wrong) => {
  const { visitor } = await tried()
  const question = await asked({ visitor } as Parameters<typeof asked>[0])
  expect((await bring(question.id, await answerAsSpecimen(question.requestObject, 'specimen_mdoc', holder(), wrong))).kind).toBe('refused')
})

it('a real type is believed in no test, whoever signed it, and no specimen is asked for where people are real', async () => {
  const { visitor } = await tried()
  const question = await asked({ visitor } as Parameters<typeof asked>[0])
  const credential = await issueCredential(await createAuthority('Somebody'), 'mdl', holder())
  expect((await bring(question.id, await present(question.requestObject, credential, {}))).kind).toBe('refused')

  const company = await aCompany()
  const [person, app] = [await aPerson(), await anApp(company)]
  await expect(aVerification(company, { app, min_assurance: 'wallet' })).rejects.toMatchObject({ code: 'invalid_request' })
  const live = { token: tokenOf(await aVerification(company, { app })), userId: person.id }
  await beginVerification(live)
  expect(await askWallet(live, randomBase62(43))).toBeNull()
  expect((await visitVerification(live.token, live.userId))?.takesWallet).toBe(false)
})
