import { z } from 'zod'
import type { Operation } from '#lib/core/operation'

type Schema = { $ref?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; oneOf?: Schema[] }
type Named = Record<string, Schema>

/** Every field an operation may answer with, of one item where it answers with a list; as the flattener calls them. */
export function answerFieldsOf({ output }: Operation): string[] {
  const { $defs = {}, ...schema } = z.toJSONSchema(output, { unrepresentable: 'any' }) as Schema & { $defs?: Named }
  const whole = named(schema, $defs)
  return leavesOf(named(whole.properties?.data ?? {}, $defs).items ?? whole, $defs)
}

/** What a schema is that only names another one. */
const named = (schema: Schema, all: Named): Schema => (schema.$ref ? named(all[schema.$ref.split('/').at(-1) ?? ''] ?? {}, all) : schema)

function leavesOf(given: Schema, all: Named, path = ''): string[] {
  const { properties, items, anyOf, oneOf } = named(given, all)
  const choices = anyOf ?? oneOf
  if (choices)
    return choices
      .flatMap((choice) => leavesOf(choice, all, path))
      .filter((leaf, _, leaves) => leaf !== path || leaves.every((other) => other === path))
  if (properties) return Object.entries(properties).flatMap(([name, inner]) => leavesOf(inner, all, `${path}.${name}`))
  return items ? leavesOf(items, all, `${path}[]`) : [path]
}
