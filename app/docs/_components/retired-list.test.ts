import { createElement as el } from 'react'
import { expect, it } from 'vitest'
import type { Retirement } from '#lib/http/retirements'
import { markdownOf } from '../_markdown/markdown-of'
import { RetiredList } from './retired-list'

it('names each operation with what is said of it, on the page and in its Markdown', async () => {
  const entries: Retirement[] = [{ method: 'GET', path: '/api/v1/me', deprecated: '2027-01-15', sunset: '2028-01-15', instead: null }]
  const say = ({ deprecated, sunset }: Retirement) => `since ${deprecated}, until ${sunset}`
  expect(await markdownOf(el(RetiredList, { entries, say }))).toBe('- `GET /api/v1/me` since 2027-01-15, until 2028-01-15\n')
})
