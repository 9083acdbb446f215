import type pg from 'pg'
import { tracedStatement } from '../tracing'
import { asAsked } from './primaries'

/**
 * A prepared statement: the same name always carries the same text, and its row type travels with it.
 * @property spans it says no shard and is for rows of every primary, or of the one whose part is being done
 */
export type Statement<Row extends object> = { name: string; text: string; spans?: true; row?: Row }

export const statement = <Row extends object>(name: string, text: string): Statement<Row> => ({ name, text })

/** One for work that is done primary by primary. @see onPrimary */
export const spanning = <Row extends object>(name: string, text: string): Statement<Row> => ({ name, text, spans: true })

export async function runOn<Row extends object>(target: pg.Pool | pg.PoolClient, asked: Statement<Row>, values: unknown[]): Promise<Row[]> {
  const { name, text } = asAsked(asked, values)
  return (await tracedStatement(name, () => target.query<Row & pg.QueryResultRow>({ name, text, values }))).rows
}
