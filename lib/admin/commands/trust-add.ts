import { CREDENTIAL_TYPE_NAMES } from '#lib/wallet/catalogue'
import { addAnchors } from '#lib/wallet/trust/add-anchors'
import { NotAnAnchorError } from '#lib/wallet/trust/judge-anchor'
import { certificatesIn } from '#lib/wallet/trust/read-pem'
import { type Command, printable, Refusal, WrongUse } from '../command'
import { listOf, readFileOf, untilDay } from '../trust-options'

export const trustAdd: Command = {
  words: ['trust', 'add'],
  args: ['file'],
  summary: `Trust the certificates in a PEM file as issuers of credentials. <types>: ${CREDENTIAL_TYPE_NAMES.join(', ')}; several with commas. --pin: they sign credentials themselves, and --until stands for their validity, usage and chain.`,
  options: { type: { type: 'string' }, until: { type: 'string' }, pin: { type: 'boolean' } },
  optionsUsage: '--type <types> [--until <YYYY-MM-DD>] [--pin]',
  async run([file = ''], { type, until, pin }) {
    const types = listOf(type)
    if (types.length === 0) throw new WrongUse('--type says what they issue.')
    const rest = { types, until: untilDay(until), isPinned: pin !== undefined, source: 'operator' }
    const certificates = certificatesIn((await readFileOf(file)).toString('latin1'))
    if (certificates.length === 0) throw new Refusal(`There is no certificate in PEM in ${printable(file)}.`)
    try {
      const rows = await addAnchors(certificates.map((certificate) => ({ certificate, ...rest })))
      return rows.map(({ name, fingerprint }) => `${printable(name)} is trusted for ${types.join(', ')}: ${fingerprint}`)
    } catch (error) {
      if (error instanceof NotAnAnchorError) throw new Refusal(`Nothing was changed. ${printable(error.message)}.`)
      throw error
    }
  },
}
