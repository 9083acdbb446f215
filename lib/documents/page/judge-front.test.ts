import { describe, expect, it } from 'vitest'
import { PAGE_FIELDS } from '../types'
import { judgeFront } from './judge-front'
import type { FieldVerdict, PageVerdict } from './judge-page'

const seen = (fields: Partial<Record<(typeof PAGE_FIELDS)[number], FieldVerdict>>, wishes: Partial<PageVerdict> = {}): PageVerdict => ({
  viz: 'unclear',
  fields: { ...(Object.fromEntries(PAGE_FIELDS.map((name) => [name, 'absent'])) as PageVerdict['fields']), ...fields },
  names: null,
  spells: () => false,
  captions: 4,
  places: [],
  showsZone: false,
  ...wishes,
})

describe('the front of a card', () => {
  it('belongs to the zone when two fields of it stand there', () => {
    expect(judgeFront(seen({ surname: 'agrees', birth_date: 'agrees' }))).toBeNull()
  })

  it('does not when one does, or only its nationality and sex', () => {
    expect(judgeFront(seen({ surname: 'agrees' }))).toBe('sides_do_not_match')
    expect(judgeFront(seen({ nationality: 'agrees', sex: 'agrees' }))).toBe('sides_do_not_match')
  })

  it('is not the side with the zone once more', () => {
    expect(judgeFront(seen({ surname: 'agrees', birth_date: 'agrees' }, { showsZone: true }))).toBe('sides_do_not_match')
  })

  it('is no picture without any text of a document', () => {
    expect(judgeFront(seen({}, { captions: 0 }))).toBe('page_not_found')
  })

  it('of another card contradicts', () => {
    expect(judgeFront(seen({ surname: 'agrees', birth_date: 'agrees', given_names: 'contradicts' }, { viz: 'fail' }))).toBe('viz_mismatch')
  })
})
