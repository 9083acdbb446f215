import { type JsonSchema, nameOf, resolve, type Schemas } from '#lib/http/openapi-schemas'

/** A field of a body as a reader needs it. `name` is its whole way: `attempts.used`, `data[].id`. */
export type FieldRow = { name: string; type: string; isRequired: boolean; words: string[]; limits: Limits; description?: string }

export type Limits = { characters?: [number | null, number]; items?: [number | null, number]; range?: [number, number | null]; otherwise?: string }

const MAX_DEPTH = 4

/** Every field of a schema, those of nested objects under their whole names. Choices between objects are all shown. */
export function fieldRows(schema: JsonSchema, schemas: Schemas, prefix = '', depth = 0): FieldRow[] {
  const found = resolve(schema, schemas)
  if (found.type === 'array' && found.items) return fieldRows(found.items, schemas, `${prefix}[]`, depth)
  const choices = found.anyOf ?? found.oneOf
  if (choices) return unique(choices.flatMap((choice) => fieldRows(choice, schemas, prefix, depth)))
  const { properties = {}, required = [] } = found
  return Object.entries(properties).flatMap(([key, part]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const row = { name, isRequired: required.includes(key), ...describe(part, schemas) }
    return depth < MAX_DEPTH ? [row, ...fieldRows(part, schemas, name, depth + 1)] : [row]
  })
}

const unique = (rows: FieldRow[]) => [...new Map(rows.map((row) => [row.name, row])).values()]

/** Type, words and limits of one value. */
export function describe(part: JsonSchema, schemas: Schemas): Omit<FieldRow, 'name' | 'isRequired'> {
  const found = resolve(part, schemas)
  const description = part.description ?? found.description
  const inner = innermost(found, schemas)
  return {
    type: typeOf(part, schemas),
    words: (inner.enum ?? []).map(String),
    limits: limitsOf(part, found, inner),
    ...(description !== undefined && { description }),
  }
}

/** What a list holds, and what may also be null. */
function innermost(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const found = resolve(schema, schemas)
  if (found.items) return innermost(found.items, schemas)
  const choice = found.anyOf?.length === 2 && found.anyOf.some(({ type }) => type === 'null') ? found.anyOf.find(({ type }) => type !== 'null') : null
  return choice ? innermost(choice, schemas) : found
}

function limitsOf(part: JsonSchema, found: JsonSchema, inner: JsonSchema): Limits {
  const otherwise = part.default ?? found.default
  return {
    ...(inner.maxLength !== undefined && { characters: [inner.minLength ?? null, inner.maxLength] }),
    ...(found.maxItems !== undefined && { items: [found.minItems ?? null, found.maxItems] }),
    ...(inner.minimum !== undefined && { range: [inner.minimum, inner.maximum ?? null] }),
    ...(otherwise !== undefined && { otherwise: JSON.stringify(otherwise) }),
  }
}

function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const found = resolve(schema, schemas)
  if (found.const !== undefined) return JSON.stringify(found.const)
  if (found.type === 'array') return `${found.items ? typeOf(found.items, schemas) : 'any'}[]`
  const choices = found.anyOf ?? found.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, schemas)))].join(' | ')
  if (found.type === 'object') return nameOf(schema) ?? 'object'
  if (found.format) return found.format
  return Array.isArray(found.type) ? found.type.join(' | ') : (found.type ?? 'any')
}
