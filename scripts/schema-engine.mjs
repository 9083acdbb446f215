#!/usr/bin/env node
/**
 * Stands in for Prisma's native schema engine, which cannot be had from the package registry: the WebAssembly one.
 * Prisma's CLI starts it (see prisma.config.ts) either for one question about the database or as a JSON-RPC peer.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { MigrationAdapterFactory } from './lib/schema-engine/adapter.mjs'
import { answerDatabaseQuestion, serveRpc } from './lib/schema-engine/rpc.mjs'

const args = process.argv.slice(2)
/** @param {string} option */
const valuesOf = (option) => args.flatMap((arg, index) => (arg === option ? [args[index + 1] ?? ''] : []))

if (args.includes('--version')) {
  console.log('schema-engine wasm')
  process.exit(0)
}

const datasource = JSON.parse(valuesOf('--datasource')[0] ?? '{}')
const [question] = valuesOf('cli')

if (question) {
  process.exit(await answerDatabaseQuestion(question, datasource.url))
}

/** @type {ReturnType<typeof openEngine> | undefined} */
let engine
await serveRpc(datasource, () => (engine ??= openEngine()))
process.exit(0)

/** @returns {Promise<import('./lib/schema-engine/rpc.mjs').Engine>} */
async function openEngine() {
  await loadWasm()
  /** @type {[string, string][]} */
  const datamodels = []
  for (const file of valuesOf('--datamodels')) datamodels.push([file, await readFile(file, 'utf8')])
  const adapter = bindMigrationAwareSqlAdapterFactory(new MigrationAdapterFactory(datasource))
  const log = process.env.DEBUG ? (/** @type {string} */ line) => process.stderr.write(`${line}\n`) : () => {}
  const engine = await bindings.SchemaEngine.new({ datamodels: datamodels.length > 0 ? datamodels : undefined }, log, adapter)
  return /** @type {any} */ (engine)
}

async function loadWasm() {
  // The engine reports a panic through this global; without it the reason would be lost.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (/** @type {string} */ message) => process.stderr.write(`${message}\n`) } })
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = await readFile(script.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = /** @type {{__wbindgen_start: () => void}} */ (/** @type {unknown} */ (instance.exports))
  start()
}
