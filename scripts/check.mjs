/** `npm run check`: types, lint, boundaries, unused code, and whether the migrations lead to the schema. */
import './lib/require-node.mjs'
import { runChecks } from './lib/checks.mjs'
import { installDependencies } from './lib/install.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { generatePrismaClient } from './lib/prisma-client.mjs'
import { openWorkspace } from './lib/testing/workspace.mjs'

const INTERRUPTED = 130

await runCommand(
  async (lifetime) => {
    await installDependencies(lifetime)
    await generatePrismaClient(lifetime)
    const { serverUrl } = await openWorkspace(lifetime)
    const results = await runChecks({ databaseUrl: serverUrl, lifetime })
    return results.every(({ passed }) => passed) ? 0 : 1
  },
  { exitCodeOnSignal: INTERRUPTED },
)
