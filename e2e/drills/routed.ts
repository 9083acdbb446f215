import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { routeTo } from '../../lib/core/testing/router/route-to'

/**
 * Loaded before the web process of a drill: it asks Postgres through the stand-in of the router, and that hears on `SHARD_ADMIN` what an
 * operator tells the real one: `/pause`, and `/resume` with the addresses of the databases, one a line.
 */
const router = await routeTo((process.env.SHARD_DATABASES as string).split(' '))

createServer(async (request, response) => {
  if (request.url === '/pause') await router.pause()
  else router.resume((await text(request)).split('\n'))
  response.end()
}).listen(Number(process.env.SHARD_ADMIN), '127.0.0.1')
