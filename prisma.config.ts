import path from 'node:path'
import { defineConfig } from 'prisma/config'

/** Prisma's CLI. Its native schema engine is a download of its own, so ours is put in its place. */
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(import.meta.dirname, 'scripts/schema-engine.mjs')

const url = process.env.DATABASE_URL

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url ? { datasource: { url } } : {}),
})
