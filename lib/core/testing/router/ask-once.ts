import pg from 'pg'

/** A question on a connection of its own. */
export async function askOnce<Answer>(connectionString: string, ask: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return ask(client).finally(() => client.end())
}
