import { type JsonSchema, resolve, type Schemas } from './openapi-schemas'

/** A value that fits a schema, put together from the examples of its parts. Optional parts of a request stay out of it. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, { isRequest = false } = {}): unknown {
  const found = resolve(schema, schemas)
  const of = (part: JsonSchema) => exampleOf(part, schemas, { isRequest })
  if (found.examples?.length) return found.examples[0]
  if (found.const !== undefined) return found.const
  if (isNullable(found)) return null
  if (found.enum) return found.enum[0]
  const [choice] = found.anyOf ?? found.oneOf ?? []
  if (choice) return of(choice)
  if (found.default !== undefined) return found.default
  switch (found.type) {
    case 'object':
      return objectOf(found, of, isRequest)
    case 'array':
      return found.items ? [of(found.items)] : []
    case 'integer':
    case 'number':
      return found.minimum ?? 1
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return '…'
  }
}

const isNullable = ({ type, anyOf }: JsonSchema) => (Array.isArray(type) && type.includes('null')) || anyOf?.some((one) => one.type === 'null')

function objectOf({ properties = {}, required = [] }: JsonSchema, of: (part: JsonSchema) => unknown, isRequest: boolean) {
  const entries = Object.entries(properties)
  const needed = entries.filter(([name]) => !isRequest || required.includes(name))
  // A change needs nothing but something.
  const shown = needed.length > 0 ? needed : entries.slice(0, 1)
  return Object.fromEntries(shown.map(([name, part]) => [name, of(part)]))
}
