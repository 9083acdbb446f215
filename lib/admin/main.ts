import { decideVerification } from '#lib/companies/judge-verification'
import { closeDatabase } from '#lib/core/db'

/** The operator's command line, for what no panel does. */
const USAGE = `Usage:
  company verify <id>
  company reject <id> --reason "…"`

async function run([noun, verb, id, flag, reason]: string[]): Promise<string> {
  if (noun !== 'company' || !id || !(verb === 'verify' || (verb === 'reject' && flag === '--reason' && reason))) throw new Error(USAGE)
  const isVerified = verb === 'verify'
  const isDone = await decideVerification(id, isVerified ? 'verified' : 'rejected', isVerified ? null : (reason ?? null))
  if (!isDone) throw new Error(`No submission of ${id} waits for an answer.`)
  return `${id} is ${isVerified ? 'verified' : 'rejected'}.`
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await closeDatabase()
}
