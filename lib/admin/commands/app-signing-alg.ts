import { chooseIdTokenAlg, ID_TOKEN_ALGS } from '#lib/apps/choose-id-token-alg'
import { type Command, printable, Refusal, WrongUse } from '../command'

export const appSigningAlg: Command = {
  words: ['app', 'signing-alg'],
  args: ['id', 'alg'],
  summary: `How the id_tokens of an app are signed. <alg>: ${ID_TOKEN_ALGS.join(', ')}.`,
  async run([id = '', wanted]) {
    const alg = ID_TOKEN_ALGS.find((one) => one === wanted)
    if (!alg) throw new WrongUse(`<alg> is one of ${ID_TOKEN_ALGS.join(', ')}.`)
    const name = await chooseIdTokenAlg(null, id, alg)
    if (name === null) throw new Refusal(`There is no app ${printable(id)}.`)
    return [`The id_tokens of ${printable(name)} are signed with ${alg} from now on.`]
  },
}
