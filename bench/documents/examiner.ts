import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answer, Question } from './reader'

/** A reading process: one question at a time, in turn. */
export type Examiner = { ask(question: Question): Promise<Answer>; stop(): void }

/** Started as this very program, with the word by which it knows that it is to read. */
export function startExaminer(): Examiner {
  const child = fork(fileURLToPath(import.meta.url), ['reader'], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let last: Promise<unknown> = Promise.resolve()
  const send = (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      const ended = () => reject(new Error('The reading process ended.'))
      child.once('exit', ended)
      child.once('message', (reply: Answer) => {
        child.off('exit', ended)
        resolve(reply)
      })
      child.send(question)
    })
  return {
    ask: (question) => {
      const asked = last.then(() => send(question))
      last = asked.catch(() => undefined)
      return asked
    },
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}
