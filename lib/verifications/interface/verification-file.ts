import type { z } from 'zod'
import type { CompanyActor } from '#lib/companies/schema'
import { CSV_START, csvRecord } from '#lib/core/csv'
import type { listVerificationsQuery } from './contract'
import { listVerifications, type VerificationNarrowing } from './read-verifications'

const BATCH = 100

type Shown = Awaited<ReturnType<typeof listVerifications>>['data'][number]

/** What the interface answers of a session: verdicts and the company's own words, and nothing of a document. */
const COLUMNS = {
  id: (session) => session.id,
  created_at: (session) => session.created_at,
  status: (session) => session.status,
  client_id: (session) => session.client_id,
  reference: (session) => session.reference,
  sub: (session) => session.sub,
  fields: (session) => session.fields.join(' '),
  min_assurance: (session) => session.min_assurance,
  assurance: (session) => session.result?.assurance,
  attempts_used: (session) => String(session.attempts.used),
  failure: (session) => session.failure?.code,
} satisfies Record<string, (session: Shown) => string | null | undefined>

/** The whole filtered list as a file for a spreadsheet, newest first, a batch at a time: its length costs no memory. @see RFC 4180 */
export async function* verificationFile(
  actor: CompanyActor,
  filter: Pick<z.output<typeof listVerificationsQuery>, 'status' | 'reference'>,
  narrowing: VerificationNarrowing,
): AsyncGenerator<string> {
  yield CSV_START + csvRecord(Object.keys(COLUMNS))
  let cursor: string | undefined
  do {
    const page: Awaited<ReturnType<typeof listVerifications>> = await listVerifications(actor, { ...filter, limit: BATCH, cursor }, narrowing)
    yield page.data.map((session) => csvRecord(Object.values(COLUMNS).map((read) => read(session) ?? ''))).join('')
    cursor = page.next_cursor ?? undefined
  } while (cursor)
}
