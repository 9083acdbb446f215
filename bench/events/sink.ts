import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A company's server: it says when each event arrived, and never answers below `/hang`. */
const server = createServer((request, response) => {
  if (request.url?.startsWith('/hang')) return
  request.resume().once('end', () => {
    process.send?.({ id: request.headers['webhook-id'], at: Date.now() })
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
