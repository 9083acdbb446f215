import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Rules and pictures for Prometheus and Grafana name what the code counts, and lead to pages that exist. */

const folder = 'deploy/observability'
const files = readdirSync(folder).map((file) => `${folder}/${file}`)
const texts = files.map((file) => readFileSync(file, 'utf8'))

const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`lib/${file}`, 'utf8'))
const counted = new Set(sources.flatMap((text) => [...text.matchAll(/'(signet_[a-z_]+)'/g)].map(([, name]) => name)))

it('every metric that is looked at is one that is counted', () => {
  const named = texts.flatMap((text) => [...text.matchAll(/\bsignet_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')))
  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter((name) => !counted.has(name))).toEqual([])
})

it('every alert leads to a part of the runbook', () => {
  const headings = [...readFileSync('docs/operating/runbook.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const rules = readFileSync(`${folder}/rules.yaml`, 'utf8')
  const anchors = [...rules.matchAll(/runbook: docs\/operating\/runbook\.md#(\S+)/g)].map(([, anchor]) => anchor)
  expect(anchors.length).toBe([...rules.matchAll(/^ +- alert: /gm)].length)
  expect(anchors.filter((anchor) => !headings.includes(anchor as string))).toEqual([])
})

it('the dashboard is JSON with a title and a query for every picture', () => {
  const { panels } = JSON.parse(readFileSync(`${folder}/dashboard.json`, 'utf8')) as { panels: { title: string; targets: { expr: string }[] }[] }
  expect(panels.filter(({ title, targets }) => !title || targets.some(({ expr }) => !expr))).toEqual([])
})
