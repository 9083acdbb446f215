import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { CREDENTIAL_TYPES, type CredentialId } from '../catalogue'
import type { WalletClaims } from '../types'
import { alterDisclosed } from './alter-disclosed'
import { issueCredential } from './issue-credential'
import type { Misbehaviour, MisbehaviourName } from './misbehaviour'
import { type Answer, present, readRequestObject } from './present'
import { specimenAuthorities } from './specimen-authorities'
import { SPECIMEN_ENTRIES, SPECIMEN_LIST } from './specimen-list'
import type { IssueOptions } from './types'

/** Specimens that answer a request: ids of its queries that are of specimen types. */
export const specimensAsked = (requestObject: string): CredentialId[] => {
  const asked = readRequestObject(requestObject).dcql_query.credentials.map(({ id }) => id)
  return CREDENTIAL_TYPES.filter(({ id, isSpecimen }) => isSpecimen && asked.includes(id)).map(({ id }) => id)
}

/**
 * Issues a specimen of what it holds and answers with it: parameters for a form posted to `response_uri`, or `data` of a
 * digital credential. Trusted where specimens are: on the embedded default, and in test environments.
 */
export async function answerAsSpecimen(
  requestObject: string,
  id: CredentialId,
  claims: WalletClaims,
  misbehaviour?: MisbehaviourName,
): Promise<Answer> {
  const { issuer, stranger } = await specimenAuthorities()
  const credential = await issueCredential(misbehaviour === 'foreign_issuer' ? stranger : issuer, id, claims, issuingFor(misbehaviour))
  return present(requestObject, credential, misbehaviour ? await WRONGS[misbehaviour]() : {})
}

function issuingFor(misbehaviour: MisbehaviourName | undefined): IssueOptions {
  const idx = misbehaviour === 'revoked' || misbehaviour === 'suspended' ? SPECIMEN_ENTRIES[misbehaviour] : SPECIMEN_ENTRIES.valid
  return { status: { idx, uri: SPECIMEN_LIST }, ...(misbehaviour === 'expired' && { validDays: [-30, -1] }) }
}

const other = () => randomBytes(32).toString('base64url')

/** What is wrong with the presentation; with some it is the credential, or its issuer. */
const WRONGS: Record<MisbehaviourName, () => Misbehaviour | Promise<Misbehaviour>> = {
  wrong_nonce: () => ({ nonce: other() }),
  wrong_audience: () => ({ audience: `x509_hash:${other()}` }),
  foreign_key: async () => ({ key: await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey) }),
  expired: () => ({}),
  revoked: () => ({}),
  suspended: () => ({}),
  altered_claim: () => ({ alter: alterDisclosed }),
  foreign_issuer: () => ({}),
  missing_claim: () => ({ hidesOne: true }),
  wrong_state: () => ({ state: other() }),
  replay: () => ({ nonce: other(), responseUri: 'https://elsewhere.example/response', hasNoThumbprint: true }),
}
