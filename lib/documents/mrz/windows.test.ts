import { describe, expect, it } from 'vitest'
import { look, type Windows, windowsOver } from './windows'

const seenBy = (windows: Windows, picture: readonly number[]) => {
  const seen = new Float32Array(windows.places * windows.taps)
  look(windows, Float32Array.from([...picture, 0]), seen)
  return [...seen]
}

describe('windows over a picture', () => {
  it('stand in even steps and see the pixels under them, zeros beyond the border', () => {
    const windows = windowsOver({ width: 4, height: 2, channels: 1 }, 3, 2)
    expect(windows).toMatchObject({ places: 2, taps: 9 })
    expect(seenBy(windows, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual([...[1, 2, 3, 5, 6, 7, 0, 0, 0], ...[3, 4, 0, 7, 8, 0, 0, 0, 0]])
  })

  it('see all channels of a pixel together', () => {
    const windows = windowsOver({ width: 2, height: 1, channels: 2 }, 1, 1)
    expect(seenBy(windows, [1, 2, 3, 4])).toEqual([...[1, 2], ...[3, 4]])
  })
})
