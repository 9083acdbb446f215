import { closeDatabase } from '#lib/core/db'
import { anAlias, anApp } from '#lib/relay/testing/an-alias'

/** Prints so many new aliases, a line each. */
const appId = await anApp()
for (let count = Number(process.argv[2]); count > 0; count--) console.log((await anAlias({ appId })).address)
await closeDatabase()
