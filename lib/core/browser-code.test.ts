import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

/**
 * What a browser is sent: every file that begins with 'use client', and all that it imports. A file with 'use server' ends the
 * walk, since only the names of its actions are sent. Types are not sent either.
 */
const FOR_BROWSERS = new Set([
  '@simplewebauthn/browser', 'lucide-react', 'next', 'next-intl', 'react', 'react-dom', 'recharts', 'zod',
]) // biome-ignore format: one glance

/** What of those packages is for servers. */
const FOR_SERVERS = /^(next\/(headers|server|cache)|next-intl\/(server|middleware)|react-dom\/server)\b/

/** Our own modules that hold what must not leave a server, even where they import no package for servers. */
const HOLDS_SECRETS = /^(lib\/(core\/(db|env|keyring|sealed|secret-token|passwords)|session)\b|prisma\/)/

const ALIASES = Object.entries((createRequire(import.meta.url)('../../package.json') as { imports: Record<string, string> }).imports)

/** The file of ours behind an import, or the name of a package. */
function resolve(from: string, name: string): string {
  if (name.startsWith('.')) return fileOf(path.join(path.dirname(from), name))
  const [alias, target] = ALIASES.find(([pattern]) => name.startsWith(pattern.slice(0, -1))) ?? []
  return alias && target ? fileOf(path.normalize(target.replace('*', name.slice(alias.length - 1)))) : name
}

const fileOf = (base: string) => [base, `${base}.ts`, `${base}.tsx`].find((file) => /\.\w+$/.test(file) && existsSync(file)) ?? `${base}: not found`

const isOurs = (module: string) => /^(app|components|lib|prisma)\//.test(module)

const directiveOf = (text: string) => /^(?:\/\/.*\n|\/\*[\s\S]*?\*\/|\s)*['"]use (client|server)['"]/.exec(text)?.[1]

/** What a file imports when it runs: not what it needs for its types alone. */
function importsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => {
    if (!(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) || !statement.moduleSpecifier) return []
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : statement
    const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause
    const elements = named && (ts.isNamedImports(named) || ts.isNamedExports(named)) ? [...named.elements] : []
    const hasOnlyTypes = elements.length > 0 && elements.every(({ isTypeOnly }) => isTypeOnly)
    const hasDefault = clause && ts.isImportClause(clause) && clause.name !== undefined
    return clause?.isTypeOnly || (hasOnlyTypes && !hasDefault) ? [] : [(statement.moduleSpecifier as ts.StringLiteral).text]
  })
}

const isForServers = (module: string) =>
  isOurs(module)
    ? HOLDS_SECRETS.test(module)
    : FOR_SERVERS.test(module) || !FOR_BROWSERS.has(module.split('/', module.startsWith('@') ? 2 : 1).join('/'))

/** Ways by which something for servers would be sent, each from the file that begins with 'use client'. */
function leaksOf(start: string): string[] {
  const seen = new Set([start])
  const leaks: string[] = []
  const walk = (file: string, way: string[]) => {
    if (file.endsWith('.json')) return
    const text = readFileSync(file, 'utf8')
    if (directiveOf(text) === 'server') return
    for (const module of importsOf(file, text).map((name) => resolve(file, name))) {
      if (isForServers(module)) leaks.push([...way, module].join(' → '))
      else if (isOurs(module) && !seen.has(module)) {
        seen.add(module)
        walk(module, [...way, module])
      }
    }
  }
  walk(start, [start])
  return leaks
}

const sources = ['app', 'components'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
)

it('nothing that a browser is sent leads to the database, to secrets or to what only a server has', () => {
  const starts = sources.filter((file) => directiveOf(readFileSync(file, 'utf8')) === 'client')
  expect(starts.length).toBeGreaterThan(30)
  expect(starts.flatMap(leaksOf)).toEqual([])
})
