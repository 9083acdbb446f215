import { expect, it } from 'vitest'
import { type FieldName, PAGE_FIELDS, type PageReport } from '#lib/documents/types'
import { judgeAssurance } from './judge-assurance'

const FIVE: FieldName[] = ['surname', 'given_names', 'document_number', 'birth_date', 'expiry_date']

const report = (agreeing: readonly FieldName[] = FIVE, shortfall: PageReport['shortfall'] = null): PageReport => ({
  viz: 'pass',
  shortfall,
  fields: Object.fromEntries(PAGE_FIELDS.map((name) => [name, agreeing.includes(name) ? 'agrees' : 'absent'])) as PageReport['fields'],
  names: null,
  portraitArea: null,
  outline: null,
})

const back = report([])
const whole = { format: 'TD3', page: report(), front: null, hasFace: false } as const
const bare = { ...whole, page: report([], 'assurance_not_reached') }
const card = { format: 'TD1', page: back, front: report(), hasFace: false } as const

it.each([
  ['a whole passport page reaches page', whole, 'page', 'page'],
  ['with the face, person', { ...whole, hasFace: true }, 'person', 'person'],
  ['it is told as page where only zone was asked', whole, 'zone', 'page'],
  ['lines on white paper reach zone', bare, 'zone', 'zone'],
  ['lines on white paper are refused at page', bare, 'page', 'assurance_not_reached'],
  ['a page that was not found is refused at page', { ...whole, page: report([], 'page_not_found') }, 'page', 'page_not_found'],
  ['a picture of a screen is refused at page', { ...whole, page: report(FIVE, 'recaptured') }, 'page', 'recaptured'],
  ['a picture of a screen stays zone at zone', { ...whole, page: report(FIVE, 'recaptured') }, 'zone', 'zone'],
  ['a face makes up for nothing the page lacks', { ...bare, hasFace: true }, 'person', 'assurance_not_reached'],
  ['a page without a face is refused at person', whole, 'person', 'assurance_not_reached'],
  ['a larger card with everything on one side needs no front', { ...whole, format: 'TD2' as const }, 'page', 'page'],
  ['a card with both sides reaches page', card, 'page', 'page'],
  ['a card without its front is refused at page', { ...card, front: null }, 'page', 'assurance_not_reached'],
  ['a card without its front is zone at zone', { ...card, front: null }, 'zone', 'zone'],
  [
    'both sides together hold what is needed',
    {
      ...card,
      page: report(['birth_date', 'expiry_date', 'document_number']),
      front: report(['surname', 'given_names']),
    },
    'page',
    'page',
  ],
  ['two of it must be on the front', { ...card, page: report(FIVE), front: report(['surname']) }, 'page', 'assurance_not_reached'],
  ['what neither side has is missing', { ...card, front: report(FIVE.slice(1)) }, 'page', 'assurance_not_reached'],
  ['a front with something else in doubt is refused', { ...card, front: report(FIVE, 'assurance_not_reached') }, 'page', 'assurance_not_reached'],
  ['a back with something in doubt is refused', { ...card, page: report([], 'assurance_not_reached') }, 'page', 'assurance_not_reached'],
  ['a front on a screen is refused', { ...card, front: report(FIVE, 'recaptured') }, 'page', 'recaptured'],
  ['a back on a screen is refused', { ...card, page: report([], 'recaptured') }, 'page', 'recaptured'],
  ['nothing a camera sees reaches wallet', { ...whole, hasFace: true }, 'wallet', 'assurance_not_reached'],
] as const)('%s', (_, evidence, asked, answer) => {
  const verdict = judgeAssurance(evidence, asked)
  expect(verdict.ok ? verdict.assurance : verdict.failure).toBe(answer)
})
