import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FullResult, Reporter } from '@playwright/test/reporter'

const SHOWN_LINES = 40

/** After a run that failed: the last that each server said. */
export default class ShowServerLogs implements Reporter {
  printsToStdio() {
    return false
  }

  onEnd({ status }: FullResult) {
    if (status !== 'failed' && status !== 'timedout') return
    for (const file of (process.env.SERVER_LOGS ?? '').split(path.delimiter).filter(existsSync)) {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-SHOWN_LINES)
      console.log(`\n── the last lines of ${path.relative('.', file)}\n${lines.join('\n')}`)
    }
  }
}
