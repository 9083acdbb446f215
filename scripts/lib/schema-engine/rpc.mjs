/** Answers what Prisma's CLI asks its schema engine: one question about a database, or JSON-RPC on stdin and stdout. */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { asError } from '../failure.mjs'

/** @typedef {{url: string, shadowDatabaseUrl?: string}} Datasource */
/** @typedef {Record<string, (params: unknown) => Promise<unknown>>} Engine by method */
/** @typedef {{id?: unknown, method?: string, params?: unknown}} Message */

const ENGINE_ERROR = 4466
const PRINT_ID = 1_000_000_000
const MISSING_DATABASE = '3D000'

/**
 * Does the database exist, and please create it. @returns {Promise<number>} the exit code
 * @param {string} question
 * @param {string} url
 */
export async function answerDatabaseQuestion(question, url) {
  try {
    if (question === 'can-connect-to-database') await withClient(url, async () => {})
    else if (question === 'create-database') await createDatabase(url)
    else throw new Error(`the schema engine does not know the command ${question}`)
    return 0
  } catch (error) {
    const { code, message } = asError(error)
    reportToCli(code === MISSING_DATABASE ? 'P1003' : 'P1001', message || `cannot reach the database (${code})`)
    return 1
  }
}

/**
 * One line a message, one message at a time.
 * @param {Datasource} datasource
 * @param {() => Promise<Engine>} getEngine
 */
export async function serveRpc(datasource, getEngine) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    /** @type {Message} */
    const { id, method, params } = line.trim() === '' ? {} : JSON.parse(line)
    // A line without a method is the CLI's acknowledgement of something printed.
    if (method) send({ id, ...(await answer(() => call(method, params, datasource, getEngine))) })
  }
}

/** @param {() => Promise<unknown>} run */
async function answer(run) {
  try {
    return { result: (await run()) ?? null }
  } catch (error) {
    const { message, code = null, meta = null } = /** @type {Error & {code?: string, meta?: unknown}} */ (error)
    return { error: { code: ENGINE_ERROR, message, data: { is_panic: false, message, error_code: code, meta } } }
  }
}

/**
 * @param {string} method
 * @param {unknown} params
 * @param {Datasource} datasource
 * @param {() => Promise<Engine>} getEngine
 */
async function call(method, params, datasource, getEngine) {
  if (method === 'createDatabase') return { databaseName: await createDatabase(datasource.url) }
  const engine = await getEngine()
  const run = (/** @type {string} */ name, /** @type {unknown} */ input) => {
    if (typeof engine[name] !== 'function') throw new Error(`the schema engine has no method ${name}`)
    return engine[name](input)
  }
  if (method === 'getDatabaseVersion') return run('version', params)
  if (method === 'evaluateDataLoss') await run('devDiagnostic', historyOf(params))
  const result = await run(method, params)
  // The native engine prints a diff itself; the CLI shows only what it is told to print.
  const { stdout } = /** @type {{stdout?: string}} */ (result ?? {})
  if (method === 'diff' && stdout) send({ id: PRINT_ID, method: 'print', params: { content: stdout } })
  return result
}

/**
 * This engine evaluates data loss without a shadow database unless it has that migration history in its cache,
 * which it has not once migrations were applied in between. The diagnosis works it out properly.
 * @param {unknown} params
 */
function historyOf(params) {
  const { migrationsList, filters } = /** @type {{migrationsList: unknown, filters: unknown}} */ (params)
  return { migrationsList, filters }
}

/** @param {string} url */
async function createDatabase(url) {
  const maintenance = new URL(url)
  const name = decodeURIComponent(maintenance.pathname.slice(1))
  maintenance.pathname = '/postgres'
  await withClient(maintenance.href, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`))
  return name
}

/** @param {string} url @param {(client: pg.Client) => Promise<unknown>} use */
async function withClient(url, use) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

/**
 * The CLI skips the first line of stderr and parses each further one as a log entry of the native engine.
 * @param {string} code
 * @param {string} message
 */
function reportToCli(code, message) {
  const entry = { level: 'ERROR', target: 'schema_engine::logger', fields: { error_code: code, message, is_panic: false } }
  process.stderr.write(`\n${JSON.stringify({ timestamp: new Date().toISOString(), ...entry })}`)
}

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
