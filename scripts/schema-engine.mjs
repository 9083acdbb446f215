#!/usr/bin/env node
/**
 * Stands in for Prisma's native schema engine, which cannot be had from the package registry.
 * Prisma's CLI starts it (see prisma.config.ts) either for one question about the database or as a JSON-RPC peer.
 */
import { answerDatabaseQuestion } from './lib/schema-engine/database-questions.mjs'
import { openEngine } from './lib/schema-engine/engine.mjs'
import { serveRpc } from './lib/schema-engine/rpc.mjs'

const args = process.argv.slice(2)
const valuesOf = (option) => args.flatMap((arg, index) => (arg === option ? [args[index + 1]] : []))

if (args.includes('--version')) {
  console.log('schema-engine wasm')
  process.exit(0)
}

const datasource = JSON.parse(valuesOf('--datasource')[0] ?? '{}')
const [question] = valuesOf('cli')

if (question) {
  process.exit(await answerDatabaseQuestion(question, datasource.url))
}

let engine
await serveRpc(datasource, () => (engine ??= openEngine(datasource, valuesOf('--datamodels'))))
process.exit(0)
