import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Config, Human } from '@vladmandic/human'

const SCHEME = 'models://'
const require = createRequire(import.meta.url)

let loaded: Promise<Human> | undefined

/** The face library with the models it ships; one per thread, ready to detect. */
export function loadHuman(): Promise<Human> {
  loaded ??= startHuman()
  return loaded
}

/**
 * The build for Node with WebAssembly has no name of its own in the package, and the library fetches models by address
 * only: a loader of our own reads them from the package.
 */
async function startHuman(): Promise<Human> {
  const packageFolder = dirname(dirname(require.resolve('@vladmandic/human')))
  const wasmPath = join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')), '/')
  const tensorflow = require('@tensorflow/tfjs-core') as typeof import('@tensorflow/tfjs-core')
  const { Human: HumanOfNode } = require(join(packageFolder, 'dist', 'human.node-wasm.js')) as typeof import('@vladmandic/human')
  tensorflow.io.registerLoadRouter((address) => {
    const name = Array.isArray(address) ? address[0] : address
    return name?.startsWith(SCHEME) ? { load: () => readModel(join(packageFolder, 'models'), name.slice(SCHEME.length)) } : (null as never)
  })
  const human = new HumanOfNode({ ...SETTINGS, wasmPath })
  await human.init()
  await human.load()
  return human
}

async function readModel(folder: string, file: string) {
  const { weightsManifest, ...model } = JSON.parse(await readFile(join(folder, file), 'utf8'))
  const groups = weightsManifest as { paths: string[]; weights: import('@tensorflow/tfjs-core').io.WeightsManifestEntry[] }[]
  const parts = await Promise.all(groups.flatMap(({ paths }) => paths).map((path) => readFile(join(folder, path))))
  const weights = Buffer.concat(parts)
  const weightData = weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length) as ArrayBuffer
  return { ...model, weightSpecs: groups.flatMap((group) => group.weights), weightData }
}

const off = { enabled: false }
/** Built for film, the library would repeat the last answer for a similar picture: every picture is looked at anew. */
const always = { enabled: true, skipFrames: 0, skipTime: 0 }

const SETTINGS: Partial<Config> = {
  backend: 'wasm',
  wasmPlatformFetch: false,
  modelBasePath: SCHEME,
  debug: false,
  async: false,
  cacheSensitivity: 0,
  skipAllowed: false,
  filter: off,
  gesture: off,
  body: off,
  hand: off,
  object: off,
  segmentation: off,
  face: {
    enabled: true,
    detector: {
      ...always,
      modelPath: 'blazeface.json',
      rotation: true,
      maxDetected: 8,
      minConfidence: 0.3,
      minSize: 0,
      iouThreshold: 0.1,
      return: false,
      scale: 1.4,
    },
    mesh: { ...always, modelPath: 'facemesh.json', keepInvalid: false },
    description: { ...always, modelPath: 'faceres.json', minConfidence: 0.1 },
    attention: { ...off, modelPath: 'facemesh-attention.json' },
    iris: { ...off, modelPath: 'iris.json', scale: 2.3, skipFrames: 0, skipTime: 0 },
    emotion: { ...off, modelPath: 'emotion.json', minConfidence: 0.1, skipFrames: 0, skipTime: 0 },
    antispoof: { ...off, modelPath: 'antispoof.json', skipFrames: 0, skipTime: 0 },
    liveness: { ...off, modelPath: 'liveness.json', skipFrames: 0, skipTime: 0 },
  } as Config['face'],
}
