import { describe, expect, it } from 'vitest'
import { type ClientState, CONNECTION_LIMITS, isOverdue, judgeNewcomer } from './connection-limits'

const client = (change: Partial<ClientState> = {}): ClientState => ({
  network: '192.0.2.0/24',
  sessionMs: 0,
  waitsFor: 'line',
  waitedMs: 0,
  bytes: 0,
  ...change,
})

const judge = (network: string, others: ClientState[]) => judgeNewcomer(network, others, (state) => state, CONNECTION_LIMITS)

const ofNetworks = (networks: number, each: number, change: Partial<ClientState> = {}) =>
  Array.from({ length: networks * each }, (_, index) => client({ network: `10.0.${index % networks}.0/24`, ...change }))

describe('a newcomer', () => {
  it('is let in while there is room, and as the tenth of a network but not as the eleventh', () => {
    expect(judge('192.0.2.0/24', ofNetworks(1, 9, { network: '192.0.2.0/24' }))).toEqual({
      kind: 'welcome',
      insteadOf: null,
    })
    expect(judge('192.0.2.0/24', ofNetworks(1, 10, { network: '192.0.2.0/24' }))).toEqual({ kind: 'tooManyOfNetwork' })
  })

  it('takes the place of whoever kept us waiting longest in the network that has most, when all are taken', () => {
    const others = [...ofNetworks(10, 9), ...ofNetworks(1, 10, { network: '10.9.9.0/24', waitedMs: 1 })]
    const worst = others[95] as ClientState
    worst.waitedMs = 5000
    others[0] = client({ network: '10.0.0.0/24', waitedMs: 90_000 })
    expect(judge('192.0.2.0/24', others)).toEqual({ kind: 'welcome', insteadOf: worst })
  })

  it('never takes the place of somebody who waits for us or whose message comes in well, nor one that its own network has no less of', () => {
    const others = ofNetworks(10, 10, { waitsFor: 'us', waitedMs: 90_000 })
    expect(judge('192.0.2.0/24', others)).toEqual({ kind: 'full' })
    const steady = client({ network: '10.0.0.0/24', waitsFor: 'data', waitedMs: 60_000, bytes: 20_000_000 })
    const trickle = client({ network: '10.0.0.0/24', waitsFor: 'data', waitedMs: 5_000, bytes: 40 })
    expect(judge('192.0.2.0/24', [steady, trickle, ...others.slice(2)])).toEqual({ kind: 'welcome', insteadOf: trickle })
    expect(judge('192.0.2.0/24', ofNetworks(100, 1, { waitedMs: 50_000 }))).toEqual({ kind: 'full' })
  })
})

describe('a client has', () => {
  it.each([
    ['60 s for a line', client({ waitedMs: 60_001 }), client({ waitedMs: 60_000 }), false],
    ['10 s for a line under stress', client({ waitedMs: 10_001 }), client({ waitedMs: 10_000 }), true],
    ['10 min for a mail', client({ sessionMs: 600_001 }), client({ sessionMs: 600_000 }), false],
    ['2 min for a mail under stress', client({ waitsFor: 'data', sessionMs: 120_001 }), client({ waitsFor: 'data', sessionMs: 120_000 }), true],
  ])('%s', (_, over, within, isStress) => {
    expect(isOverdue(over, isStress, CONNECTION_LIMITS)).toBe(true)
    expect(isOverdue(within, isStress, CONNECTION_LIMITS)).toBe(false)
  })

  it('all the time we take ourselves', () => {
    expect(isOverdue(client({ waitsFor: 'us', sessionMs: 10 ** 7, waitedMs: 10 ** 7 }), true, CONNECTION_LIMITS)).toBe(false)
  })
})
