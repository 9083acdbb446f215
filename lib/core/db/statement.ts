import type pg from 'pg'
import { tracedStatement } from '../tracing'

/** A prepared statement: the same name always carries the same text, and its row type travels with it. */
export type Statement<Row extends object> = { name: string; text: string; row?: Row }

export const statement = <Row extends object>(name: string, text: string): Statement<Row> => ({ name, text })

export async function runOn<Row extends object>(target: pg.Pool | pg.PoolClient, { name, text }: Statement<Row>, values: unknown[]): Promise<Row[]> {
  return (await tracedStatement(name, () => target.query<Row & pg.QueryResultRow>({ name, text, values }))).rows
}
