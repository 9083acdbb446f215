/** `npm run build`: what `npm start` would build, and nothing more; for images and other machines. */
import './lib/require-node.mjs'
import { buildWhenStale } from './lib/build.mjs'
import { installDependencies } from './lib/install.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { generatePrismaClient } from './lib/prisma-client.mjs'

await runCommand(async (lifetime) => {
  await installDependencies(lifetime)
  await generatePrismaClient(lifetime)
  await buildWhenStale(lifetime)
  return 0
})
