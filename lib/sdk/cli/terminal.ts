import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** What a command talks to. @property isWatched somebody looks at it: what is said goes into no file and no other program */
export type Terminal = {
  isWatched?: boolean
  say: (text: string) => void
  ask: (question: string, options?: { isHidden?: boolean }) => Promise<string>
}

/** The terminal of this process. What is typed at a hidden question is not shown. */
export const processTerminal: Terminal = {
  isWatched: process.stdout.isTTY === true,
  say: (text) => console.log(text),
  ask: async (question, { isHidden = false } = {}) => {
    process.stdout.write(question)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: process.stdin, output: isHidden ? nowhere : process.stdout, terminal: isHidden && process.stdin.isTTY })
    const answer = (await lines.question('')).trim()
    lines.close()
    if (isHidden) process.stdout.write('\n')
    return answer
  },
}
