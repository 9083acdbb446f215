import { type Prisma, withDatabase } from '#lib/core/db'
import { isTest } from '#lib/core/environment'
import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { findTestSecret, keepSealedTestSecret } from './store'

const place = (row: string): Place => ({ table: 'test_secrets', row, column: 'secret_sealed' })

/** Keeps the secret of a test app, which opens nothing of anybody, so that staff read it again; a live one's is kept nowhere. */
export async function keepTestSecret(tx: Prisma, { id, environment }: { id: string; environment: string }, secret: string): Promise<void> {
  if (!isTest(environment)) return
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(secret), place(id))
  await keepSealedTestSecret(tx, { appId: id, secretSealed: sealed, masterKeyId })
}

/** The client secret of a test app of this company; null for any other app, and for one that has none. */
export async function readTestSecret(companyId: string, appId: string): Promise<string | null> {
  const row = await withDatabase((db) => findTestSecret(db, companyId, appId))
  return row && openWithMasterKey(row.secretSealed, row.masterKeyId, place(appId)).toString()
}
