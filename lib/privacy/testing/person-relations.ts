import { readFile } from 'node:fs/promises'

/** @property field of `User`, or null for an id of a person that is no relation @property falls whether it goes with the person's row */
export type PersonRelation = { field: string | null; model: string; column: string; falls: boolean }

/** Every place of the schema that points at a person. */
export async function personRelations(): Promise<PersonRelation[]> {
  const schema = await readFile('prisma/schema.prisma', 'utf8')
  const models = [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name, body]) => ({ name: name as string, body: body as string }))
  const person = models.find(({ name }) => name === 'User')?.body ?? ''
  return models.flatMap(({ name: model, body }) => {
    const relations = [...body.matchAll(/^ +\w+ +User\?? +@relation\((?:"(\w+)", )?fields: \[(?:shard, )?(\w+)\].*?(?:onDelete: (\w+))?\)/gm)].map(
      ([, relation, column, onDelete]) => ({
        field: fieldOf(person, model, relation),
        model,
        column: column as string,
        falls: onDelete === 'Cascade',
      }),
    )
    const ids = [...body.matchAll(/^ +(userId|\w+UserId) /gm)].map(([, column]) => column as string)
    const isOfSubject = /Subject +@relation\(fields: \[(?:shard, )?userId, appId\]/.test(body)
    const bare = isOfSubject ? [] : ids.filter((id) => !relations.some(({ column }) => column === id))
    return [...relations, ...bare.map((column) => ({ field: null, model, column, falls: false }))]
  })
}

function fieldOf(person: string, model: string, relation: string | undefined): string {
  const fields = [...person.matchAll(new RegExp(`^ +(\\w+) +${model}(?:\\[\\]|\\?)?(.*)$`, 'gm'))]
  const field = fields.find(([, , rest]) => relation === undefined || rest?.includes(`"${relation}"`))?.[1]
  if (field === undefined) throw new Error(`User has no field for ${model}`)
  return field
}
