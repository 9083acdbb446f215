import { parseArgs } from 'node:util'
import { type Command, Refusal, WrongUse } from './command'

/** What a call of the command line answers. Exit codes: 0 done, 1 could not be done, 2 called wrongly. */
export type Answer = { exitCode: 0 | 1 | 2; lines: string[] }

/** How this program was called: `signet` in the image. */
const CALL = process.env.SIGNET_CALL ?? 'signet'

export const asksForHelp = (argv: readonly string[]) => argv.length === 0 || argv[0] === 'help' || argv.includes('--help')

/** Finds the command, reads its arguments, runs it. Whatever it did not expect is thrown on. */
export async function runCommandLine(commands: readonly Command[], argv: readonly string[]): Promise<Answer> {
  if (asksForHelp(argv)) return { exitCode: 0, lines: usage(commands) }
  const command = commands
    .filter(({ words }) => words.every((word, index) => argv[index] === word))
    .sort((a, b) => b.words.length - a.words.length)[0]
  if (!command) {
    const near = commands.filter(({ words }) => words[0] === argv[0])
    return { exitCode: 2, lines: ['There is no such command.', '', ...usage(near.length > 0 ? near : commands)] }
  }
  try {
    const { args, options } = readArguments(command, argv.slice(command.words.length))
    return { exitCode: 0, lines: await command.run(args, options) }
  } catch (error) {
    if (error instanceof Refusal) return { exitCode: 1, lines: [error.message] }
    if (error instanceof WrongUse) return { exitCode: 2, lines: [error.message, '', ...usage([command])] }
    throw error
  }
}

/** @throws WrongUse */
function readArguments(command: Command, argv: string[]) {
  const { positionals, values } = parse(command, argv)
  if (positionals.length !== command.args.length) {
    throw new WrongUse(command.args.length === 0 ? 'It takes options only.' : `It takes exactly: ${shown(command.args)}.`)
  }
  return { args: positionals, options: values as Record<string, string | undefined> }
}

function parse({ options = {} }: Command, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new WrongUse((error as Error).message)
  }
}

const shown = (args: readonly string[]) => args.map((arg) => `<${arg}>`).join(' ')

const usage = (commands: readonly Command[]) => [
  'Usage:',
  ...commands.flatMap(({ words, args, optionsUsage, summary }) => [
    `  ${[CALL, ...words, shown(args), optionsUsage].filter(Boolean).join(' ')}`,
    `      ${summary}`,
  ]),
]
