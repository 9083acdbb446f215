import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { OPERATIONS } from '#lib/http/endpoints/openapi'
import { openApiDocument } from '#lib/http/openapi'
import { VERSION } from '../version'
import { tarOf } from './tar'
import { endpointTypes, openApiTypes } from './types'

const SOURCE = 'lib/sdk'

/** Written from the document. */
const WRITTEN = 'endpoints'

const isSource = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(pack|testing)\//.test(file) && file !== `${WRITTEN}.ts`

const COMPILER: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
}

/** Node finds a module by its whole name. */
const withSuffixes = (code: string) => code.replace(/((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+)(?=['"])/g, '$1$2.js')

/** What is in the package `@signet/server`, by name. */
export async function sdkFiles(): Promise<Record<string, string>> {
  const document = openApiDocument(OPERATIONS, 'https://login.example')
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(isSource).toSorted()
  const compiled = names.flatMap((file) => {
    const [source, base] = [readFileSync(path.join(SOURCE, file), 'utf8'), file.slice(0, -'.ts'.length)]
    const script = ts.transpileModule(source, { fileName: file, compilerOptions: COMPILER }).outputText
    const types = ts.transpileDeclaration(source, { fileName: file, compilerOptions: COMPILER, reportDiagnostics: true })
    if (types.diagnostics?.length) throw new Error(ts.formatDiagnostics(types.diagnostics, FORMAT))
    return [
      [`${base}.js`, withSuffixes(script)],
      [`${base}.d.ts`, withSuffixes(types.outputText)],
    ]
  })
  return {
    'package.json': `${JSON.stringify(MANIFEST, null, 2)}\n`,
    'README.md': readFileSync(path.join(SOURCE, 'README.md'), 'utf8'),
    'openapi.d.ts': await openApiTypes(document),
    [`${WRITTEN}.d.ts`]: endpointTypes(document),
    [`${WRITTEN}.js`]: 'export {}\n',
    ...(Object.fromEntries(compiled) as Record<string, string>),
  }
}

const FORMAT: ts.FormatDiagnosticsHost = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => '', getNewLine: () => '\n' }

const MANIFEST = {
  name: '@signet/server',
  version: VERSION,
  description: 'Signet for servers: its interfaces with types, verified webhooks, events, and refreshing once.',
  license: 'UNLICENSED',
  type: 'module',
  engines: { node: '>=20' },
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  bin: { signet: './cli/main.js' },
}

/** The package as npm takes it. */
export const packSdk = async (): Promise<Buffer> =>
  gzipSync(tarOf(Object.fromEntries(Object.entries(await sdkFiles()).map(([name, text]) => [`package/${name}`, text]))), { level: 9 })
