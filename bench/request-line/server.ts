import { startFrontServer } from '#lib/http/front-server'
import { flushRequestLog } from '#lib/request-log/recorder'
import { switched } from './caller-switch'

/** The front server without pages, whose log of requests is switched on and off by the process that measures. Answers once what was noted is written. */
await startFrontServer({ answer: async (_, outgoing) => void outgoing.writeHead(404).end(), readRouterState: () => null })
process.on('message', async (isOn: boolean) => {
  await flushRequestLog()
  switched.isOn = isOn
  process.send?.('written')
})
process.send?.('ready')
