import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MESSAGES } from './messages'

const FOLDERS = ['app', 'components', 'lib']

const source = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
).join('\n')

/** Every word of the programs; what has parts (`account.created`) is the key of a text by `_`. */
const words = new Set(source.match(/\w+(\.\w+)*/g)?.flatMap((name) => [...name.split('.'), name.replaceAll('.', '_')]))

/** Keys that are put together from a constant and something else: `needs_${least}`, `${outcome}Title`. */
const patterns = [...source.matchAll(/[`.](\w*)\$\{[^{}]+\}(\w*)`/g)]
  .filter(([, before = '', after = '']) => (before + after).length >= 4)
  .map(([, before, after]) => new RegExp(`^${before}\\w+${after}$`))

const keysOf = (node: unknown, path: string[]): string[][] =>
  node !== null && typeof node === 'object' && !Array.isArray(node)
    ? Object.entries(node).flatMap(([key, value]) => keysOf(value, [...path, key]))
    : [path]

it('no text is left over that nothing shows', () => {
  const isNamed = (key: string) => words.has(key) || patterns.some((pattern) => pattern.test(key))
  const keys = keysOf(MESSAGES.en, [])
  expect(keys.length).toBeGreaterThan(1000)
  expect(keys.filter((path) => !isNamed(path.at(-1) ?? '')).map((path) => path.join('.'))).toEqual([])
})
