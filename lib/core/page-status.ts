import { AsyncLocalStorage } from 'node:async_hooks'

type Answer = { status: number | null }

/** One for the process: Next bundles pages apart from the front server, each with its own copy of this file. */
const shared = globalThis as typeof globalThis & { signetPageAnswer?: AsyncLocalStorage<Answer> }
shared.signetPageAnswer ??= new AsyncLocalStorage<Answer>()
const answers = shared.signetPageAnswer

/** Draws a page so that it can say with which status it is answered. @param work is handed a reader of that status */
export const withPageStatus = <Result>(work: (status: () => number | null) => Result): Result => {
  const answer: Answer = { status: null }
  return answers.run(answer, () => work(() => answer.status))
}

/**
 * Says that this page stands for something that is not there. It is drawn like any other, scripts or none; Next's own way
 * (`notFound()`) sends an empty document that only scripts would fill. Without the front server in front it stays 200.
 */
export function answerAsMissing(): void {
  const answer = answers.getStore()
  if (answer) answer.status = 404
}

/** Says that this page could not be made because the database is out of reach: 503, not a fault of ours. */
export function answerAsUnavailable(): void {
  const answer = answers.getStore()
  if (answer) answer.status = 503
}
