import { z } from 'zod'

export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  description?: string
  example?: unknown
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

export type Schemas = Record<string, JsonSchema>

const IN_DOCUMENT = '#/components/schemas/'

export const refTo = (name: string): JsonSchema => ({ $ref: IN_DOCUMENT + name })

/** The schema that a reference stands for. */
export const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.slice(IN_DOCUMENT.length)] ?? {})

/** The name that a reference has. */
export const nameOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(IN_DOCUMENT.length)

/** Schemas under their names, each written once: those that have an `id`, and whatever is given a name here. */
export function namedSchemas() {
  const schemas: Schemas = {}

  const put = (name: string, schema: JsonSchema) => {
    const known = schemas[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${name}`)
    schemas[name] = schema
    return refTo(name)
  }

  /** @param name for a schema that has none of its own */
  const write = (schema: z.ZodType, io: 'input' | 'output', name?: string): JsonSchema => {
    // An object around it, so that the schema itself is among those with names.
    const { properties, $defs = {} } = z.toJSONSchema(z.strictObject({ it: schema }), { io }) as JsonSchema
    for (const [id, definition] of Object.entries($defs)) put(id, mended(definition))
    const root = mended(properties?.it ?? {})
    return name === undefined || root.$ref !== undefined ? root : put(name, root)
  }

  return { schemas, put, write }
}

/** A reference says what the other says, so it stands alone but for words and defaults; a time needs no pattern beside its format. */
function mended(node: JsonSchema): JsonSchema {
  if (Array.isArray(node)) return node.map(mended) as never
  if (typeof node !== 'object' || node === null) return node
  const rest = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mended(value as JsonSchema)])) as JsonSchema
  if (rest.format === 'date-time') delete rest.pattern
  // Examples of a text that is changed as it is read do not come through under their own name.
  if ('example' in rest) {
    rest.examples = [rest.example]
    delete rest.example
  }
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum
  if (typeof rest.$ref !== 'string') return rest
  const { description, default: otherwise } = rest
  return {
    $ref: rest.$ref.replace('#/$defs/', IN_DOCUMENT),
    ...(description !== undefined && { description }),
    ...(otherwise !== undefined && { default: otherwise }),
  }
}
