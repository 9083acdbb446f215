/** Loads the WebAssembly schema engine and opens it on one database. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { MigrationAdapterFactory } from './adapter.mjs'

export async function openEngine(datasource, schemaFiles) {
  await loadWasm()
  const datamodels = await Promise.all(schemaFiles.map(async (file) => [file, await readFile(file, 'utf8')]))
  const adapter = bindMigrationAwareSqlAdapterFactory(new MigrationAdapterFactory(datasource))
  const log = process.env.DEBUG ? (line) => process.stderr.write(`${line}\n`) : () => {}
  return bindings.SchemaEngine.new({ datamodels: datamodels.length > 0 ? datamodels : undefined }, log, adapter)
}

async function loadWasm() {
  // The engine reports a panic through this global; without it the reason would be lost.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) }
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = await readFile(script.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
}
