import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Command } from './command'
import { runCommandLine } from './run-command-line'
import { documentedCalls } from './testing/documented-calls'

const files = readdirSync('lib/admin/commands').filter((name) => name.endsWith('.ts'))

const commands = async (): Promise<Command[]> =>
  (await Promise.all(files.map((name) => import(`./commands/${name.replace(/\.ts$/, '')}.ts`)))).flatMap((module) =>
    Object.values(module as Record<string, unknown>).filter((made): made is Command => typeof made === 'object' && made !== null && 'words' in made),
  )

it('every call that the documents name is one that the program understands', async () => {
  const called: string[] = []
  const dry = (await commands()).map((command) => ({ ...command, run: async () => [String(called.push(command.words.join(' ')))] }))
  const calls = documentedCalls({ person: 'a@b.example', alias: 'x@alias.localhost', company: 'com_1', app: 'app_1' })
  expect(calls.length).toBeGreaterThan(15)
  const outcomes = await Promise.all(calls.map(async (words) => [words.join(' '), (await runCommandLine(dry, words)).exitCode]))
  expect(outcomes.filter(([, exitCode]) => exitCode !== 0)).toEqual([])
  for (const words of ['company suspend', 'company resume', 'app suspend', 'person suspend', 'alias pause', 'events', 'check', 'migrate'])
    expect(called).toContain(words)
})

it('every command is listed in the program', () => {
  const program = readFileSync('lib/admin/signet.ts', 'utf8')
  expect(files.filter((name) => !program.includes(`'./commands/${name.replace(/\.ts$/, '')}'`))).toEqual([])
})
