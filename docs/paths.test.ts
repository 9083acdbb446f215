import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDERS = /^(app|bench|components|deploy|e2e|lib|prisma|scripts)\//

const DOCUMENTS = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

/** Paths as the documents write them; patterns with `*` or `{` stand for many. */
const pathsIn = (document: string) =>
  [...readFileSync(document, 'utf8').matchAll(/`([^`\s]+)`/g)]
    .map(([, path]) => path as string)
    .filter((path) => FOLDERS.test(path) && !/[*{:]/.test(path))

it.each(DOCUMENTS)('%s names only files and folders that exist', (document) => {
  expect(pathsIn(document).filter((path) => !existsSync(path))).toEqual([])
})
