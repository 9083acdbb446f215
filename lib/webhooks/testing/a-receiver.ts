import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { headers: IncomingHttpHeaders; body: string; at: number }

/** A company's server: it keeps what came and answers as the test wishes. */
export async function aReceiver(answer: (response: ServerResponse, received: Received, nth: number) => void = (response) => response.end()) {
  const received: Received[] = []
  let inFlight = 0
  let most = 0
  const server = createServer(async (request, response) => {
    inFlight++
    most = Math.max(most, inFlight)
    response.once('close', () => inFlight--)
    let body = ''
    for await (const piece of request) body += piece
    const one = { headers: request.headers, body, at: performance.now() }
    received.push(one)
    answer(response, one, received.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    most: () => most,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
