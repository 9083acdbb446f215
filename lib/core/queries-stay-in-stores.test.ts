import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** Stores hold the SQL. Whoever asks the database elsewhere is found here by what it does, not by what it imports. */
const STORE = /(^|[/-])store(\.ts$|\/)|^lib\/core\/(db|batch|copy|listen)\b/
const NOT_PRODUCT = /\.test\.tsx?$|(^|\/)(testing|test-\w+\.ts)/

/** Places that are still to be moved into stores: the list only gets shorter. */
const NOT_YET: string[] = []

const RAW = new Set(['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe', '$transaction'])
const MODEL_CALL = /^(find|create|update|upsert|delete|count$|aggregate$|groupBy$)/
const MODELS = new Set(
  [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w)(\w+)/gm)].map(([, first = '', rest]) => first.toLowerCase() + rest),
)

const sources = ['app', 'components', 'lib']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .concat(['server.ts', 'worker.ts', 'smtp.ts', 'proxy.ts', 'instrumentation.ts'])
  .filter((file) => /\.tsx?$/.test(file) && !STORE.test(file) && !NOT_PRODUCT.test(file))

const nameOf = (node: ts.Expression) => (ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '')

/** A call, or a template with a tag, that asks the database itself. */
function isQuery(node: ts.Node): boolean {
  const callee = ts.isCallExpression(node) ? node.expression : ts.isTaggedTemplateExpression(node) ? node.tag : undefined
  if (!callee) return false
  if (ts.isIdentifier(callee)) return callee.text === 'statement'
  if (!ts.isPropertyAccessExpression(callee)) return false
  const [method, owner] = [callee.name.text, nameOf(callee.expression)]
  return RAW.has(method) || method === 'query' || (MODELS.has(owner) && ts.isPropertyAccessExpression(callee.expression) && MODEL_CALL.test(method))
}

/** What a file must hold to be worth a look at its syntax. */
const SIGN = new RegExp(`\\.query\\(|\\bstatement\\b|\\$(query|execute|transaction)|\\.(${[...MODELS].join('|')})\\.`)

function queriesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (!SIGN.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (isQuery(node)) found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const fileOf = (place: string) => place.replace(/:\d+$/, '')

it('nobody but a store asks the database', () => {
  expect(sources.flatMap(queriesIn).filter((place) => !NOT_YET.includes(fileOf(place)))).toEqual([])
})

it('nothing is on the list of exceptions that is a store by now', () => {
  expect(NOT_YET.filter((file) => !sources.includes(file) || queriesIn(file).length === 0)).toEqual([])
})
