/** `npm run image`: builds, and puts what runs into dist/image, the folder that deploy/Dockerfile copies. Nothing else goes in. */
import './lib/require-node.mjs'
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildWhenStale } from './lib/build.mjs'
import { collectApp } from './lib/image/collect.mjs'
import { describeContent } from './lib/image/sbom.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { prepare } from './lib/prepare.mjs'
import { step } from './lib/progress.mjs'
import { inProject } from './lib/root.mjs'

await runCommand(async (lifetime) => {
  await prepare(lifetime)
  await buildWhenStale(lifetime)
  const image = inProject('dist', 'image')
  await step('Collecting what runs', async () => {
    rmSync(image, { recursive: true, force: true })
    const files = await collectApp(path.join(image, 'app'))
    const program = path.join(image, 'usr', 'local', 'bin', 'signet')
    mkdirSync(path.dirname(program), { recursive: true })
    cpSync(inProject('deploy', 'signet'), program)
    chmodSync(program, 0o755)
    writeFileSync(path.join(image, 'app', 'sbom.cdx.json'), describeContent(files))
  })
  return 0
})
