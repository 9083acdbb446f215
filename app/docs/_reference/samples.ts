import type { ReferenceOperation } from './reference'

export const SAMPLE_LANGUAGES = { curl: 'curl', node: 'Node.js', python: 'Python' } as const

export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** The request of the example, ready to be copied: the key and the ids come from the environment. */
export function sample(language: SampleLanguage, baseUrl: string, operation: ReferenceOperation): string {
  return { curl, node, python }[language](baseUrl, operation)
}

/** Query parameters without which the operation refuses. */
const queryOf = ({ parameters }: ReferenceOperation) =>
  parameters.filter((one) => one.in === 'query' && one.required).map(({ name, schema }) => [name, String(schema.examples?.[0] ?? '…')] as const)

const addressOf = (baseUrl: string, operation: ReferenceOperation, variable: (name: string) => string) => {
  const query = new URLSearchParams(queryOf(operation).map(([name, value]) => [name, value])).toString()
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name))
  return `${baseUrl}${path}${query && `?${query}`}`
}

const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function curl(baseUrl: string, operation: ReferenceOperation): string {
  const { method, body } = operation
  return [
    `curl ${method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `}"${addressOf(baseUrl, operation, (name) => `$${name.toUpperCase()}`)}"`,
    `-H "Authorization: Bearer $SIGNET_API_KEY"`,
    ...(body ? ['-H "Content-Type: application/json"', `-d ${shell(pretty(body.example))}`] : []),
  ].join(' \\\n  ')
}

function node(baseUrl: string, operation: ReferenceOperation): string {
  const { method, body, answer } = operation
  const headers = [`Authorization: \`Bearer \${process.env.SIGNET_API_KEY}\``, ...(body ? [`'Content-Type': 'application/json'`] : [])]
  return [
    `const response = await fetch(\`${addressOf(baseUrl, operation, (name) => `\${${name}}`)}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body ? [`  body: JSON.stringify(${indented(pretty(body.example), 2)}),`] : []),
    '})',
    answer.schema ? 'console.log(response.status, await response.json())' : 'console.log(response.status)',
  ].join('\n')
}

function python(baseUrl: string, operation: ReferenceOperation): string {
  const { method, body, answer, path } = operation
  const address = addressOf(baseUrl, operation, (name) => `{${name}}`)
  return [
    'import os',
    'import requests',
    '',
    'response = requests.request(',
    `    "${method}",`,
    `    ${path.includes('{') ? 'f' : ''}"${address}",`,
    `    headers={"Authorization": f"Bearer {os.environ['SIGNET_API_KEY']}"},`,
    ...(body ? [`    json=${indented(asPython(body.example), 4)},`] : []),
    ')',
    answer.schema ? 'print(response.status_code, response.json())' : 'print(response.status_code)',
  ].join('\n')
}

const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

const asPython = (value: unknown) =>
  pretty(value)
    .replace(/^(\s*(?:"[^"]*": )?)true/gm, '$1True')
    .replace(/^(\s*(?:"[^"]*": )?)false/gm, '$1False')
    .replace(/^(\s*(?:"[^"]*": )?)null/gm, '$1None')
