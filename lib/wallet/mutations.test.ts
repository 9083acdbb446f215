import { beforeAll, expect, it } from 'vitest'
import { REFUSAL_CODES } from './refusals'
import { issueCredential } from './specimen/issue-credential'
import { present } from './specimen/present'
import { aRequest, aWorld, ERIKA, judge, type World } from './testing/a-wallet'
import { MDOC_MUTATIONS, type Mutation, randomOf, SD_JWT_MUTATIONS } from './testing/mutate'

/** Of each format; `npm run mutations` makes it 5,000. */
const ROUNDS = Number(process.env.MUTATIONS ?? 1000) / 2

let world: World
beforeAll(async () => {
  world = await aWorld()
})

it.each<['specimen_sd_jwt' | 'specimen_mdoc', readonly Mutation[]]>([
  ['specimen_sd_jwt', SD_JWT_MUTATIONS],
  ['specimen_mdoc', MDOC_MUTATIONS],
])(`of ${ROUNDS} changed presentations of %s none is accepted, and each is refused by name`, async (id, mutations) => {
  const { request, requestObject } = await aRequest(world, { mode: 'direct_post' })
  const given = await present(requestObject, await issueCredential(world.issuer, id, ERIKA))
  const [presentation = ''] = JSON.parse(given.vp_token as string)[id]
  const answerOf = (text: string) => ({ ...given, vp_token: JSON.stringify({ [id]: [text] }) })
  expect(await judge(world, request, answerOf(presentation))).toMatchObject({ outcome: 'verified' })

  const random = randomOf(20_261_122)
  const codes = new Set<string>()
  for (let n = 0; n < ROUNDS; n++) {
    const changed = (mutations[n % mutations.length] as Mutation)(presentation, random)
    if (changed === presentation) continue
    const verdict = await judge(world, request, answerOf(changed))
    expect(verdict.outcome, `round ${n}: ${changed}`).toBe('refused')
    if (verdict.outcome === 'refused') codes.add(verdict.code)
  }
  expect([...codes].filter((code) => !(REFUSAL_CODES as string[]).includes(code))).toEqual([])
  expect(codes.size).toBeGreaterThan(5)
})
