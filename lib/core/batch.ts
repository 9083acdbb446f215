import { openTransaction, type Statement, sql } from './db'
import { env } from './env'
import { UnavailableError } from './errors'
import { primaryOf, type Shard, shardOfHash } from './shard'

/** Those who ask at once are few: a statement answers them together, and no one waits for a crowd. */
const MOST_QUESTIONS = 64

type Asked<Question, Row> = { question: Question; resolve: (row: Row | undefined) => void; reject: (error: unknown) => void }

/**
 * Answers everybody who asks within one turn of the event loop with a single statement. A busy process finds many
 * requests ready in a turn and saves a round trip for each; an idle one asks for each as it comes. The statement begins
 * after every request it answers, so what was withdrawn before a request is withdrawn for it. Who asks inside a transaction
 * is answered by it, alone; strangers are never in each other's.
 * @param statement reads, or does what may be done twice; `nth` in a row is the place of its question in the list
 * @param values of the statement for these questions
 * @param shardsOf where the rows of a question may be
 * @returns the row of a question, undefined when there is none
 */
export function inBatches<Question, Row extends object>(
  statement: Statement<Row & { nth: number }>,
  values: (questions: Question[]) => unknown[],
  shardsOf: (question: Question) => Shard[] = () => [],
): (question: Question) => Promise<Row | undefined> {
  let waiting: Asked<Question, Row>[] = []

  const send = () => {
    const asked = waiting
    waiting = []
    for (const together of byPrimary(asked)) void answer(together)
  }

  /** Who asks of rows on one primary is answered by that one alone: another that is away is no matter of theirs. */
  function byPrimary(asked: Asked<Question, Row>[]): Asked<Question, Row>[][] {
    if (asked.length < 2 || env().SHARD_PRIMARIES === 1) return asked.length > 0 ? [asked] : []
    const groups = new Map<string, Asked<Question, Row>[]>()
    for (const one of asked) {
      const where = [...new Set(shardsOf(one.question).map(primaryOf))].join()
      groups.set(where, [...(groups.get(where) ?? []), one])
    }
    return [...groups.values()]
  }

  async function answer(asked: Asked<Question, Row>[]): Promise<void> {
    try {
      const answers: (Row | undefined)[] = []
      for (const row of await sql.query(statement, values(asked.map(({ question }) => question)))) answers[row.nth] = fuller(answers[row.nth], row)
      for (const [nth, { resolve }] of asked.entries()) resolve(answers[nth])
    } catch (error) {
      // A question that Postgres cannot take must not spoil the others.
      if (asked.length > 1 && !(error instanceof UnavailableError)) for (const one of asked) void answer([one])
      else for (const { reject } of asked) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (openTransaction()) return void answer([{ question, resolve, reject }])
      const count = waiting.push({ question, resolve, reject })
      if (count === 1) setImmediate(send)
      if (count === MOST_QUESTIONS) send()
    })
}

/** Of several databases each answers all questions with what it has; where a person is not, nothing of them is beside the app. */
const fuller = <Row extends object>(known: Row | undefined, row: Row): Row => (known && filledIn(known) >= filledIn(row) ? known : row)

const filledIn = (row: object): number => Object.values(row).filter((value) => value !== null).length

/**
 * The lists for `unnest` of questions about secrets, which may be stored under any of several hashes: the shards, the hashes, the
 * places of their questions, and what else of a question is asked for.
 */
export const perHash =
  <Question extends { hashes: readonly Buffer[] }>(...columns: (keyof Question)[]) =>
  (questions: Question[]): unknown[] => {
    const rows = questions.flatMap((question, nth) => question.hashes.map((hash) => ({ question, hash, nth })))
    return [
      rows.map(({ hash }) => shardOfHash(hash)),
      rows.map(({ hash }) => hash),
      rows.map(({ nth }) => nth),
      ...columns.map((column) => rows.map(({ question }) => question[column])),
    ]
  }

/** Where those rows may be. */
export const shardsOfHashes = ({ hashes }: { hashes: readonly Buffer[] }): Shard[] => hashes.map(shardOfHash)
