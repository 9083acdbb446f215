import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { fieldRows } from './fields'
import { findOperations, readReference } from './reference'
import { sample } from './samples'

const reference = readReference('https://login.example')
const operations = reference.groups.flatMap((group) => group.operations)
const operationOf = (id: string) => operations.find((one) => one.id === id) as (typeof operations)[number]

it('every operation of the document is on the page of one group', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  expect(operations.length).toBeGreaterThan(30)
  for (const { slug } of reference.groups) expect(slug).toMatch(/^[a-z-]+$/)
})

it('every operation tells its answer and how it refuses', () => {
  for (const { id, answer, errors } of operations) {
    expect(answer.status, id).toMatch(/^2\d\d$/)
    expect(errors.map(({ status }) => status)).toContain('401')
    for (const { codes } of errors) expect(codes.length).toBeGreaterThan(0)
  }
})

it('fields of nested objects and of what may be null have their whole names, their words and their limits', () => {
  const rows = fieldRows(operationOf('getVerification').answer.schema ?? {}, reference.schemas)
  const of = (name: string) => rows.find((row) => row.name === name)
  expect(of('attempts.used')?.type).toBe('integer')
  expect(of('result.checks.face_match')?.words).toEqual(['pass', 'not_requested'])
  const created = fieldRows(operationOf('createApp').body?.schema ?? {}, reference.schemas)
  expect(created.find(({ name }) => name === 'redirect_uris')?.limits).toEqual({ characters: [null, 2000], items: [1, 20] })
  expect(created.find(({ name }) => name === 'client_type')).toMatchObject({ limits: { otherwise: '"confidential"' }, isRequired: false })
})

describe('finding operations', () => {
  it('takes words in any order, of names and of fields', () => {
    expect(findOperations(reference, 'secret rotate').map(({ id }) => id)).toContain('rotateSecret')
    expect(findOperations(reference, 'redirect_uris').map(({ id }) => id)).toContain('createApp')
  })

  it('finds nothing for no words and for strange ones', () => {
    expect(findOperations(reference, '  ')).toEqual([])
    expect(findOperations(reference, '<script>')).toEqual([])
  })
})

describe('samples', () => {
  const all = (language: 'curl' | 'node' | 'python') => operations.map((operation) => sample(language, reference.baseUrl, operation))

  it('are JavaScript that can be read', () => {
    for (const code of all('node')) expect(() => new Function('process', 'id', `return async () => { ${code} }`), code).not.toThrow()
  })

  it('are shell that can be read', () => {
    execFileSync('bash', ['-n', '-c', all('curl').join('\n')])
  })

  it('name no key, and ask for nothing that is not there', () => {
    for (const code of [...all('curl'), ...all('node'), ...all('python')]) {
      expect(code).toContain('SIGNET_API_KEY')
      expect(code).not.toMatch(/undefined|\[object/)
    }
  })
})
