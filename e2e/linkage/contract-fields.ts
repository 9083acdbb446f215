import { z } from 'zod'
import type { Operation } from '#lib/core/operation'

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; oneOf?: Schema[] }

/** Every field an operation may answer with, of one item where it answers with a list; as the flattener calls them. */
export function answerFieldsOf({ output }: Operation): string[] {
  const schema = z.toJSONSchema(output, { unrepresentable: 'any' }) as Schema
  return leavesOf(schema.properties?.data?.items ?? schema)
}

function leavesOf({ properties, items, anyOf, oneOf }: Schema, path = ''): string[] {
  const choices = anyOf ?? oneOf
  if (choices)
    return choices.flatMap((choice) => leavesOf(choice, path)).filter((leaf, _, all) => leaf !== path || all.every((other) => other === path))
  if (properties) return Object.entries(properties).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`))
  return items ? leavesOf(items, `${path}[]`) : [path]
}
