import { describe, expect, it } from 'vitest'
import { captionThatBegins } from './captions'

describe('the beginning of a caption', () => {
  it('tells it where it is long enough, also with a letter misread', () => {
    expect(captionThatBegins('Staatsangehörigk')).toBe('STAATSANGEHORIGKEIT')
    expect(captionThatBegins('Staatsangehdrigk')).toBe('STAATSANGEHORIGKEIT')
  })

  it.each([
    ['is short', 'Staats'],
    ['may be that of two fields', 'Data nasc'],
    ['is that of none', 'Warszawianka'],
  ])('tells nothing when it %s', (_, text) => {
    expect(captionThatBegins(text)).toBeUndefined()
  })
})
