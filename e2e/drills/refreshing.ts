import { setTimeout as pause } from 'node:timers/promises'
import { logInWithoutPages, refresh, type Tokens, tokensWithConsent, userinfo } from '../fixtures/visitor'
import type { TestApp, TestPerson } from '../fixtures/world'

/** An app of each person refreshes its token, one after the other, until it is told to stop. A refusal is tried again with the same token. */
export async function refreshing(url: string, app: TestApp, people: TestPerson[]) {
  let [isOver, acknowledged, unavailable, longestMs] = [false, 0, 0, 0]
  const faults: string[] = []
  const began = await Promise.all(
    people.map(async (person) => ({ person, tokens: await tokensWithConsent(url, app, await logInWithoutPages(person), 'openid offline_access') })),
  )
  const lines = began.map(({ tokens }) => ({ latest: tokens }))
  const line = async (own: { latest: Tokens }) => {
    while (!isOver && faults.length === 0) {
      const asked = Date.now()
      const answer = await refresh(url, app, own.latest.refresh_token as string)
      longestMs = Math.max(longestMs, Date.now() - asked)
      if (answer.status === 200) {
        own.latest = (await answer.json()) as Tokens
        acknowledged++
      } else if (answer.status === 503) unavailable++
      else faults.push(`${answer.status} ${await answer.text()}`)
      await pause(20)
    }
  }
  const running = lines.map(line)
  return {
    acknowledged: () => acknowledged,
    unavailable: () => unavailable,
    longestMs: () => longestMs,
    faults,
    async until(count: number) {
      while (acknowledged < count && faults.length === 0) await pause(20)
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
    /** How many of the people's latest access tokens are live. */
    live: async () =>
      (await Promise.all(lines.map(({ latest }) => userinfo(url, latest.access_token)))).filter(({ status }) => status === 200).length,
  }
}
