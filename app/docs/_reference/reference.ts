import { OPERATIONS } from '#lib/http/endpoints/openapi'
import { openApiDocument } from '#lib/http/openapi'
import type { JsonSchema, Schemas } from '#lib/http/openapi-schemas'

export type Parameter = { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }
type Content = { 'application/json': { schema: JsonSchema; example?: unknown; examples?: Record<string, unknown> } }

/** One operation as the document tells it. */
export type ReferenceOperation = {
  id: string
  summary: string
  description?: string
  tag: string
  method: string
  path: string
  /** Any one of them will do. */
  permissions: string[]
  parameters: Parameter[]
  body: { schema: JsonSchema; example: unknown } | null
  answer: { status: string; schema: JsonSchema | null; example: unknown }
  /** The codes it refuses with, by status. */
  errors: { status: string; codes: string[] }[]
}

export type Group = { slug: string; tag: string; operations: ReferenceOperation[] }

export type Reference = { baseUrl: string; groups: Group[]; schemas: Schemas }

const slugOf = (tag: string) => tag.toLowerCase().replace(/\W+/g, '-')

/** The served document in the order in which it is read: a group for each tag, with its operations. */
export function readReference(baseUrl: string): Reference {
  const document = openApiDocument(OPERATIONS, baseUrl)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => toOperation(path, method.toUpperCase(), described as unknown as Described)),
  )
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const groups = tags.map((tag) => ({ slug: slugOf(tag), tag, operations: operations.filter((one) => one.tag === tag) }))
  return { baseUrl, groups, schemas: document.components.schemas }
}

type Described = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: { apiKey?: string[] }[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

function toOperation(path: string, method: string, described: Described): ReferenceOperation {
  const { operationId: id, summary, description, tags, security, parameters, requestBody, responses } = described
  const taken = requestBody?.content['application/json']
  const statuses = Object.keys(responses).toSorted()
  const status = statuses.find((one) => one < '3') ?? ''
  const given = responses[status]?.content?.['application/json']
  return {
    id,
    summary,
    description,
    tag: tags[0] ?? '',
    method,
    path,
    permissions: security.flatMap(({ apiKey = [] }) => apiKey),
    parameters,
    body: taken ? { schema: taken.schema, example: taken.example } : null,
    answer: { status, schema: given?.schema ?? null, example: given?.example },
    errors: statuses
      .filter((one) => one >= '4')
      .map((one) => ({ status: one, codes: Object.keys(responses[one]?.content?.['application/json'].examples ?? {}) })),
  }
}

/** Operations whose words hold every word that was asked for. */
export function findOperations({ groups }: Reference, query: string): (ReferenceOperation & { slug: string })[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return groups.flatMap(({ slug, operations }) =>
    operations
      .filter((one) => {
        const text = [one.id, one.summary, one.description, one.tag, one.method, one.path, ...namesIn(one)].join(' ').toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .map((one) => ({ ...one, slug })),
  )
}

const namesIn = ({ parameters, body, answer }: ReferenceOperation) => [
  ...parameters.map(({ name }) => name),
  ...Object.keys((body?.example as object | undefined) ?? {}),
  ...Object.keys((answer.example as object | undefined) ?? {}),
]
