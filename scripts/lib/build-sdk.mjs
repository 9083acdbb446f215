/** Packs `@signet/server`, which /docs serves. */
import { existsSync } from 'node:fs'
import { bundleInto } from './bundle.mjs'
import { Failure } from './failure.mjs'
import { runNode } from './processes.mjs'
import { inProject } from './root.mjs'

/** @import {Lifetime} from './lifetime.mjs' */

/** Within `public`, so that it is found at this path. */
const TARBALL = 'public/docs/signet-server.tgz'

/** @param {string} file */
export const isPackedSdk = (file) => file === TARBALL

export const isSdkPacked = () => existsSync(inProject(TARBALL))

/** @param {Lifetime} lifetime */
export async function packSdk(lifetime) {
  await bundleInto('dist/sdk', { pack: 'lib/sdk/pack/main.ts' })
  const { code, output } = await runNode([inProject('dist', 'sdk', 'pack.mjs'), TARBALL], { lifetime })
  if (code !== 0) throw new Failure('The package for servers could not be made: correct lib/sdk as said above.', { output })
}
