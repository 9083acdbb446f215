import { routeTo } from './route-to'

/**
 * Loaded before a program by `node --import`: whatever it asks Postgres goes through the stand-in of the router. `SHARD_DATABASES` are
 * its databases; with `SHARD_LOOKING` it is a test, which may look for something wherever that is.
 */
await routeTo((process.env.SHARD_DATABASES as string).split(' '), () => process.env.SHARD_LOOKING === '1')
