import { setTimeout as pause } from 'node:timers/promises'

const LANES = 4

/** Makes apps by the management interface until it is told to stop; what was answered with 201 is kept with its time. */
export function load(url: string, apiKey: string) {
  const acknowledged: { id: string; at: number }[] = []
  let [isOver, refused, longestMs] = [false, 0, 0]
  const lane = async (number: number) => {
    for (let i = 0; !isOver; i++) {
      const began = Date.now()
      const body = JSON.stringify({ name: `Drill ${number} ${i}`, redirect_uris: ['https://drill.example/cb'], scopes: ['email'] })
      const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
      const response = await fetch(`${url}/api/v1/apps`, { method: 'POST', headers, body }).catch(() => null)
      const answer = (await response?.json().catch(() => null)) as { id?: string } | null
      longestMs = Math.max(longestMs, Date.now() - began)
      if (response?.status === 201 && answer?.id) acknowledged.push({ id: answer.id, at: Date.now() })
      else {
        refused++
        await pause(20)
      }
    }
  }
  const lanes = Array.from({ length: LANES }, (_, number) => lane(number))
  return {
    acknowledged,
    refused: () => refused,
    /** Milliseconds that the slowest answer took. */
    longestMs: () => longestMs,
    async until(count: number) {
      while (acknowledged.length < count) await pause(20)
    },
    async stop() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}
