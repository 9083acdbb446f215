import { createElement as el } from 'react'
import { describe, expect, it } from 'vitest'
import { PAGES } from '../_components/pages'
import { parseChangelog } from '../(guide)/changelog/read-changelog'
import { DOC_MODULES } from './doc-modules'
import { markdownOf } from './markdown-of'
import { passagesOf, searchPassages } from './search'

const Later = async ({ text }: { text: string }) =>
  el('p', null, 'See ', el('a', { href: '/docs' }, text), ' or ', el('code', null, 'a', el('wbr'), '_b'), '.')

const PAGE = el(
  'article',
  null,
  el('h1', null, 'Tokens'),
  el('nav', null, 'left out'),
  el(
    'section',
    { id: 'refresh' },
    el('h2', null, 'Refreshing'),
    el(Later, { text: 'this' }),
    el('pre', null, el('code', null, 'curl x \\\n', el('span', null, '"y"'))),
  ),
)

describe('Markdown of a page', () => {
  it('has headings, links, code as it stands and the address of each section, and no menus', async () => {
    expect(await markdownOf(PAGE)).toBe(
      '# Tokens\n\n<a id="refresh"></a>\n\n## Refreshing\n\nSee [this](/docs) or `a_b`.\n\n```\ncurl x \\\n"y"\n```\n',
    )
  })

  it('is there for every page of the documentation', () => {
    expect(Object.keys(DOC_MODULES).toSorted()).toEqual(PAGES.map(({ text }) => text).toSorted())
  })
})

describe('searching', () => {
  it('leads to the section that holds all words, first where they are in its heading', async () => {
    const passages = [
      ...passagesOf('/docs/x', 'Other', '# Other\n\nrefreshing is told here too'),
      ...passagesOf('/docs/tokens', 'Tokens', await markdownOf(PAGE)),
    ]
    const found = searchPassages(passages, ' refreshing ')
    expect(found.map(({ href, heading }) => [href, heading])).toEqual([
      ['/docs/tokens#refresh', 'Refreshing'],
      ['/docs/x', 'Other'],
    ])
    expect(searchPassages(passages, 'refreshing nowhere')).toEqual([])
    expect(searchPassages(passages, '')).toEqual([])
  })
})

it('the changelog is read by releases and kinds, a line that goes on being one', () => {
  expect(parseChangelog('# Changelog\n\n## 1.0.0\n\n### Added\n- One\n  and more.\n- Two.\n')).toEqual([
    { name: '1.0.0', kinds: [{ name: 'Added', lines: ['One and more.', 'Two.'] }] },
  ])
})
