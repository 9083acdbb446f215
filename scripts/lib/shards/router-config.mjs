/** The settings of the router, PgDog, made from the schema. */
import { readTables } from './tables.mjs'

/** As many as an identifier can name. */
export const SHARDS = 4096

/** @param {number} databases */
export const rangesOf = (databases) =>
  Array.from({ length: databases }, (_, nth) => ({ start: Math.ceil((nth * SHARDS) / databases), end: Math.ceil(((nth + 1) * SHARDS) / databases) }))

/**
 * @param {number} databases how many there are; the n-th is at `signet-<n>`, an address that the deployment gives it
 * @see https://docs.pgdog.dev/configuration/
 */
export function routerConfig(databases, tables = readTables()) {
  const ranges = rangesOf(databases)
  return [
    `# PgDog in front of ${databases} ${databases === 1 ? 'database' : 'databases'}, each a Postgres with the whole schema. Made by \`npm run shards:config -- ${databases}\`: do not edit it here.`,
    `[general]`,
    `host = "0.0.0.0"`,
    `port = 6432`,
    `# Settings of connections stay with them, and statements are prepared once for each.`,
    `pooler_mode = "transaction"`,
    `prepared_statements = "extended"`,
    `# Rows that are alike everywhere change everywhere or nowhere. Every Postgres needs \`max_prepared_transactions\`.`,
    `two_phase_commit = true`,
    `two_phase_commit_auto = true`,
    `# Who waits for work is told by NOTIFY.`,
    `pub_sub_channel_size = 1024`,
    ``,
    ...ranges.flatMap((_, nth) => [`[[databases]]`, `name = "signet"`, `host = "signet-${nth}"`, `port = 5432`, `shard = ${nth}`, ``]),
    ...tables.sharded.flatMap((table) => [
      `[[sharded_tables]]`,
      `database = "signet"`,
      `name = "${table}"`,
      `column = "shard"`,
      `data_type = "bigint"`,
      ...(databases === 1 ? [] : ranges.flatMap(mapping)),
      ``,
    ]),
    `# The same rows everywhere.`,
    `[[omnisharded_tables]]`,
    `database = "signet"`,
    `tables = [${tables.alike.map((table) => `"${table}"`).join(', ')}]`,
    ``,
  ].join('\n')
}

/** The first also has what is at -1, nowhere. @param {{ start: number, end: number }} range @param {number} nth @param {unknown[]} all */
const mapping = ({ start, end }, nth, all) => [
  `[[sharded_tables.mapping]]`,
  ...(nth === 0 ? [] : [`start = ${start}`]),
  ...(nth === all.length - 1 ? [] : [`end = ${end}`]),
  `shard = ${nth}`,
]
