/** Generates the database client when the schema or the generator changed. */
import { hashContents, isStampedWith, writeStamp } from './content-hash.mjs'
import { Failure } from './failure.mjs'
import { nodeTool, runNode } from './processes.mjs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'

const STAMP = inProject('prisma', 'generated', '.content-hash')

export async function generatePrismaClient(lifetime) {
  const hash = hashContents(['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'])
  if (isStampedWith(STAMP, hash)) return
  await step('Generating the database client', async () => {
    const env = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }
    const { code, output } = await runNode([nodeTool('prisma', 'build', 'index.js'), 'generate'], { env, lifetime })
    if (code !== 0) throw new Failure('The database client could not be generated: correct prisma/schema.prisma as said above.', { output })
  })
  writeStamp(STAMP, hash)
}
