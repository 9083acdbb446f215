import { closeDatabase, databaseCode } from '#lib/core/db'
import { env } from '#lib/core/env'
import { UnavailableError } from '#lib/core/errors'
import { aliasPause } from './commands/alias-pause'
import { aliasResume } from './commands/alias-resume'
import { appFace } from './commands/app-face'
import { appResume } from './commands/app-resume'
import { appSigningAlg } from './commands/app-signing-alg'
import { appSuspend } from './commands/app-suspend'
import { appUnverify } from './commands/app-unverify'
import { appVerify } from './commands/app-verify'
import { auditExport } from './commands/audit-export'
import { auditVerify } from './commands/audit-verify'
import { check, checkBeforeStart } from './commands/check'
import { companyEndSessions } from './commands/company-end-sessions'
import { companyList } from './commands/company-list'
import { companyReject } from './commands/company-reject'
import { companyResume } from './commands/company-resume'
import { companySuspend } from './commands/company-suspend'
import { companyVerify } from './commands/company-verify'
import { contestDecide } from './commands/contest-decide'
import { contestList } from './commands/contest-list'
import { databaseRole } from './commands/database-role'
import { events } from './commands/events'
import { keysRewrap } from './commands/keys-rewrap'
import { keysRotateSigning } from './commands/keys-rotate-signing'
import { mailDns } from './commands/mail-dns'
import { mailFind } from './commands/mail-find'
import { mailQueue } from './commands/mail-queue'
import { mailRotateDkim } from './commands/mail-rotate-dkim'
import { migrate } from './commands/migrate'
import { personEndSessions } from './commands/person-end-sessions'
import { personResume } from './commands/person-resume'
import { personSuspend } from './commands/person-suspend'
import { purge } from './commands/purge'
import { trustAdd } from './commands/trust-add'
import { trustImport } from './commands/trust-import'
import { trustList } from './commands/trust-list'
import { trustRemove } from './commands/trust-remove'
import { type Answer, asksForHelp, runCommandLine } from './run-command-line'

/** `signet`, the operator's program: what the panel does not do. */
const COMMANDS = [
  check,
  checkBeforeStart,
  migrate,
  companyList,
  companyVerify,
  companyReject,
  companySuspend,
  companyResume,
  companyEndSessions,
  appFace,
  appVerify,
  appUnverify,
  appSuspend,
  appResume,
  personSuspend,
  personResume,
  personEndSessions,
  aliasPause,
  aliasResume,
  contestList,
  contestDecide,
  appSigningAlg,
  auditExport,
  auditVerify,
  events,
  databaseRole,
  keysRotateSigning,
  keysRewrap,
  mailDns,
  mailRotateDkim,
  mailQueue,
  mailFind,
  trustAdd,
  trustList,
  trustRemove,
  trustImport,
  purge,
]

/** Undefined table, undefined column; Prisma's names for them. */
const OLD_DATABASE = new Set(['42P01', '42703', 'P2021', 'P2022'])

function explain(error: unknown): Answer {
  if (error instanceof UnavailableError) return { exitCode: 1, lines: ['The database is out of reach: check DATABASE_URL and whether it runs.'] }
  if (OLD_DATABASE.has(databaseCode(error))) {
    return { exitCode: 1, lines: ['The database is not the one of this version: `migrate` brings it up to date.'] }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { exitCode: 1, lines: [`Unexpected fault: ${message}`] }
}

async function answer(): Promise<Answer> {
  const argv = process.argv.slice(2)
  // Whoever asks what there is may have no settings yet.
  if (asksForHelp(argv)) return runCommandLine(COMMANDS, argv)
  try {
    env()
  } catch (error) {
    return { exitCode: 1, lines: ['The settings are not usable:', (error as Error).message] }
  }
  return runCommandLine(COMMANDS, argv).catch(explain)
}

const { exitCode, lines } = await answer()
for (const line of lines) (exitCode === 0 ? console.log : console.error)(line)
process.exitCode = exitCode
await closeDatabase()
