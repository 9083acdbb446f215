/** `npm run build`: what `npm start` would build, and nothing more; for images and other machines. */
import './lib/require-node.mjs'
import { buildWhenStale } from './lib/build.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { prepare } from './lib/prepare.mjs'

await runCommand(async (lifetime) => {
  await prepare(lifetime)
  await buildWhenStale(lifetime)
  return 0
})
