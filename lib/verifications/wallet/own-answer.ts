import { recordAudit } from '#lib/audit/store'
import { databaseNow, type Prisma } from '#lib/core/db'
import { blindIndex } from '#lib/core/sealed'
import type { PersonVault } from '#lib/users/person'
import { destroyMaterial, SYSTEM } from '../destroy-material'
import { WALLET_CHECKS } from '../schema'
import { lockDocument } from '../store/documents'
import { moveVerification, type Verification } from '../store/verifications'
import { endSoon } from '../worker/end-quietly.job'
import { findObstacle } from '../worker/find-obstacle'
import { nextWalletState } from './lifecycle'
import type { Disclosed } from './question'
import { sealDisclosed } from './sealed-disclosed'
import { changeWalletRequest, type WalletRequest } from './store'

/**
 * An answer is known to be its person's: what it disclosed waits for their word, as what is read from a document does.
 * Only now an attempt counts. The caller holds both rows.
 */
export async function ownAnswer(tx: Prisma, session: Verification, row: WalletRequest, disclosed: Disclosed, vault: PersonVault): Promise<void> {
  const userId = session.userId as string
  const fingerprint = fingerprintOfDisclosed(disclosed)
  const document = fingerprint && (await lockDocument(tx, fingerprint))
  const obstacle = document && (await findObstacle(tx, document, userId, WALLET_CHECKS))
  const kept = { documentFingerprint: fingerprint, readingSealed: sealDisclosed(vault, session.id, disclosed), materialSince: await databaseNow(tx) }
  const reviewing = await moveVerification(tx, session, 'present', {
    attempt: session.attempt + 1,
    attemptsUsed: session.attemptsUsed + 1,
    checks: WALLET_CHECKS,
    assurance: 'wallet',
    engineVersion: null,
    ...(obstacle ? { failureCode: obstacle } : { ...kept, failureCode: null }),
  })
  const status = nextWalletState(row.status, 'own')
  await changeWalletRequest(tx, row, { requestSealed: null, answerSealed: null, status })
  await destroyMaterial(tx, reviewing, { keepReading: !obstacle })
  if (obstacle) await endSoon(tx, reviewing)
  if (!session.companyId) return
  const entry = { action: 'verification.read', target: { kind: 'verification', id: session.id }, after: { attempt: reviewing.attempt } } as const
  await recordAudit(tx, { companyId: session.companyId, ...SYSTEM }, entry)
}

/**
 * Knows a credential again without knowing what it is, where its number was asked for. Types number for themselves, so a
 * passport and the credential that was made of it are two.
 */
const fingerprintOfDisclosed = ({ claims, type, issuerFingerprint }: Disclosed) =>
  claims.document_number === undefined ? null : blindIndex('document', `${type}|${issuerFingerprint}|${claims.document_number}`)
