import { routeTo } from './route-to'

await routeTo((process.env.SHARD_DATABASES as string).split(' '))
