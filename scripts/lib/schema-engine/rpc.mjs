/** Answers the JSON-RPC of Prisma's CLI on stdin and stdout, one line a message, one message at a time. */
import { createInterface } from 'node:readline'
import { createDatabase } from './database-questions.mjs'

const ENGINE_ERROR = 4466
const PRINT_ID = 1_000_000_000

export async function serveRpc(datasource, getEngine) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const message = line.trim() === '' ? {} : JSON.parse(line)
    // A line without a method is the CLI's acknowledgement of something printed.
    if (message.method) send({ id: message.id, ...(await answer(message, datasource, getEngine)) })
  }
}

async function answer({ method, params }, datasource, getEngine) {
  try {
    return { result: (await call(method, params, datasource, getEngine)) ?? null }
  } catch (error) {
    const data = { is_panic: false, message: error.message, error_code: error.code ?? null, meta: error.meta ?? null }
    return { error: { code: ENGINE_ERROR, message: error.message, data } }
  }
}

async function call(method, params, datasource, getEngine) {
  if (method === 'createDatabase') return { databaseName: await createDatabase(datasource.url) }
  const engine = await getEngine()
  if (method === 'getDatabaseVersion') return engine.version(params)
  if (typeof engine[method] !== 'function') throw new Error(`the schema engine has no method ${method}`)
  if (method === 'evaluateDataLoss') await fillSchemaCache(engine, params)
  const result = await engine[method](params)
  // The native engine prints a diff itself; the CLI shows only what it is told to print.
  if (method === 'diff' && result.stdout) send({ id: PRINT_ID, method: 'print', params: { content: result.stdout } })
  return result
}

/**
 * This engine evaluates data loss without a shadow database unless it has that migration history in its cache,
 * which it has not once migrations were applied in between. The diagnosis works it out properly.
 */
const fillSchemaCache = (engine, { migrationsList, filters }) => engine.devDiagnostic({ migrationsList, filters })

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
