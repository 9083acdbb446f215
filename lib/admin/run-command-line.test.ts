import { describe, expect, it } from 'vitest'
import { type Command, printable, Refusal, table } from './command'
import { runCommandLine } from './run-command-line'

const greet: Command = {
  words: ['person', 'greet'],
  args: ['name'],
  summary: 'Says hello.',
  options: { loudly: { type: 'string' } },
  optionsUsage: '[--loudly <how>]',
  async run([name], { loudly }) {
    if (name === 'nobody') throw new Refusal('There is nobody.')
    return [`hello ${name}${loudly ?? ''}`]
  },
}
const run = (...argv: string[]) => runCommandLine([greet], argv)

describe('the command line', () => {
  it('runs a command with its argument and options, and answers 0', async () => {
    expect(await run('person', 'greet', 'Jo', '--loudly', '!')).toEqual({ exitCode: 0, lines: ['hello Jo!'] })
  })

  it('shows every command when asked for help or for nothing', async () => {
    for (const argv of [[], ['help'], ['--help'], ['person', 'greet', '--help']]) {
      const { exitCode, lines } = await run(...argv)
      expect([exitCode, lines.join('\n')]).toEqual([0, expect.stringContaining('person greet <name> [--loudly <how>]')])
    }
  })

  it('answers 1 with the reason when something cannot be done', async () => {
    expect(await run('person', 'greet', 'nobody')).toEqual({ exitCode: 1, lines: ['There is nobody.'] })
  })

  it.each([[['person']], [['dance']], [['person', 'greet']], [['person', 'greet', 'a', 'b']], [['person', 'greet', 'a', '--softly']]])(
    'answers 2 with the usage when called as %j',
    async (argv) => {
      const { exitCode, lines } = await run(...argv)
      expect([exitCode, lines.join('\n')]).toEqual([2, expect.stringContaining('Usage:')])
    },
  )
})

it("keeps a name from steering the operator's terminal", () => {
  expect(printable('a\u009b2Jb\u202ec')).toBe('a\u{FFFD}2Jb\u{FFFD}c')
})

it('lines columns up', () => {
  expect(table(['A', 'LONG'], [['wide one', 'x']])).toEqual(['A         LONG', 'wide one  x'])
})
