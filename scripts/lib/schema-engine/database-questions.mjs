/** The two things Prisma's CLI asks before it works with a database: does it exist, and please create it. */
import pg from 'pg'

const MISSING_DATABASE = '3D000'

export async function answerDatabaseQuestion(question, url) {
  try {
    if (question === 'can-connect-to-database') await connectOnce(url)
    else if (question === 'create-database') await createDatabase(url)
    else throw new Error(`the schema engine does not know the command ${question}`)
    return 0
  } catch (error) {
    reportToCli(error.code === MISSING_DATABASE ? 'P1003' : 'P1001', error.message || `cannot reach the database (${error.code})`)
    return 1
  }
}

export async function createDatabase(url) {
  const maintenance = new URL(url)
  const name = decodeURIComponent(maintenance.pathname.slice(1))
  maintenance.pathname = '/postgres'
  await withClient(maintenance.href, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`))
  return name
}

const connectOnce = (url) => withClient(url, () => {})

async function withClient(url, use) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

/** The CLI skips the first line of stderr and parses each further one as a log entry of the native engine. */
function reportToCli(code, message) {
  const entry = { level: 'ERROR', target: 'schema_engine::logger', fields: { error_code: code, message, is_panic: false } }
  process.stderr.write(`\n${JSON.stringify({ timestamp: new Date().toISOString(), ...entry })}`)
}
