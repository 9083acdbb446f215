import { SESSION_SETTINGS } from '#lib/core/db/pool'
import { askOnce } from './router/ask-once'
import { emptyDatabases } from './router/empty-databases'

type Node = { 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] }

const scansOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(scansOf)].filter((each) => each['Relation Name'] !== undefined)

/**
 * Where statements seek rows of these tables by anything but a unique key, by the plan that they have before there is anything to count. A
 * connection keeps the plan that it made first.
 * @param statements their texts by their names
 * @param fill SQL for what there is to count
 * @returns a line for each such place
 */
export async function otherThanUnique(statements: ReadonlyMap<string, string>, tables: readonly string[], fill = ''): Promise<string[]> {
  const [url] = await emptyDatabases(process.env.DATABASE_URL as string, 1)
  return askOnce(url as string, async (client) => {
    if (fill) await client.query(fill)
    for (const [setting, value] of Object.entries(SESSION_SETTINGS)) await client.query(`SET ${setting} = '${value}'`)
    const { rows } = await client.query<{ name: string }>(`SELECT i.indexrelid::regclass::text AS name FROM pg_index i WHERE i.indisunique`)
    const unique = new Set(rows.map(({ name }) => name))
    const others: string[] = []
    for (const [name, text] of statements) {
      const plan = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
      for (const scan of scansOf(plan.rows[0]?.['QUERY PLAN'][0].Plan as Node)) {
        const table = scan['Relation Name'] as string
        if (tables.includes(table) && scan['Index Name'] !== undefined && !unique.has(scan['Index Name']))
          others.push(`${name}: ${table} by ${scan['Index Name']}`)
      }
    }
    return others
  })
}
