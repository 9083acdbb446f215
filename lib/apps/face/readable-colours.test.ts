import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contrast, GROUNDS, isColour, leastContrast, readableColours } from './readable-colours'

it('counts contrast as the guideline does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
})

it('knows the grounds that the pages have', () => {
  const css = readFileSync('app/globals.css', 'utf8')
  const pairs = ['ground', 'surface', 'sunken'].map((name) => new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css))
  expect(pairs.map((found) => found?.[1])).toEqual(GROUNDS.light)
  expect(pairs.map((found) => found?.[2])).toEqual(GROUNDS.dark)
})

it('every colour there is can be read in both themes', () => {
  const steps = [0, 36, 73, 109, 146, 182, 219, 255]
  const hex = (part: number) => part.toString(16).padStart(2, '0')
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const chosen = `#${hex(red)}${hex(green)}${hex(blue)}`
        const { light, dark } = readableColours(chosen)
        expect([chosen, isColour(light), isColour(dark)]).toEqual([chosen, true, true])
        expect([chosen, leastContrast(light, 'light') >= 4.5, leastContrast(dark, 'dark') >= 4.5]).toEqual([chosen, true, true])
      }
})

it('a colour that can be read stays as it was chosen, and another one keeps its hue', () => {
  expect(readableColours('#0b5d4b').light).toBe('#0b5d4b')
  expect(readableColours('#6fd6b8').dark).toBe('#6fd6b8')
  const [, red, green, blue] = (/#(..)(..)(..)/.exec(readableColours('#ffd400').light) ?? []).map((part) => Number.parseInt(part, 16))
  expect(red).toBeGreaterThan(green as number)
  expect(green).toBeGreaterThan(blue as number)
})

it.each(['#fff', '#FFFFFF', 'red', '#12345g', ' #123456', ''])('%j is no colour', (text) => expect(isColour(text)).toBe(false))
