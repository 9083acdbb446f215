import { SIGNING_ALGS } from '#lib/oauth/keys/keys'
import { rotateSigningKey } from '#lib/oauth/keys/rotate-signing-key'
import { type Command, table, WrongUse } from '../command'
import { utcMinute } from '../company-lines'

export const keysRotateSigning: Command = {
  words: ['keys', 'rotate-signing'],
  args: [],
  summary: 'Publish the next keys for id_tokens; they sign in an hour, and the old ones stay published for a day.',
  options: { alg: { type: 'string' } },
  optionsUsage: `[--alg <${SIGNING_ALGS.join('|')}>]`,
  async run(_, { alg }) {
    const algs = SIGNING_ALGS.filter((one) => alg === undefined || one === alg)
    if (algs.length === 0) throw new WrongUse(`--alg takes one of ${SIGNING_ALGS.join(', ')}.`)
    const rows: string[][] = []
    for (const one of algs) {
      const { kind, kid, signsFrom } = await rotateSigningKey(one)
      rows.push([one, utcMinute(signsFrom), kid, kind === 'planned' ? 'published now' : 'was waiting already'])
    }
    return table(['ALG', 'SIGNS FROM (UTC)', 'KID', ''], rows)
  },
}
