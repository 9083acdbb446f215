import { WalletRefusal } from '#lib/wallet/refusals'
import { importList, isXml } from '#lib/wallet/trust/import-list'
import { certificatesIn } from '#lib/wallet/trust/read-pem'
import { type Command, printable, Refusal, WrongUse } from '../command'
import { listOf, readFileOf } from '../trust-options'

export const trustImport: Command = {
  words: ['trust', 'import'],
  args: ['file'],
  summary:
    'Take over a signed list of issuers, until its next update: an ETSI trusted list in XML (--service names the kind of its services, --type what they issue), or a VICAL, which says itself. --signer: a PEM file of the certificate that signed it. What the same list held before and holds no more is removed.',
  options: { signer: { type: 'string' }, service: { type: 'string' }, type: { type: 'string' }, pin: { type: 'boolean' } },
  optionsUsage: '--signer <file> [--service <uri>] [--type <types>] [--pin]',
  async run([file = ''], { signer, service, type, pin }) {
    if (signer === undefined) throw new WrongUse('--signer names the certificate that signed the list.')
    const [certificate, ...others] = certificatesIn((await readFileOf(signer)).toString('latin1'))
    if (!certificate || others.length > 0) throw new Refusal(`There has to be one certificate in PEM in ${printable(signer)}.`)
    const list = await readFileOf(file)
    const types = listOf(type)
    if (isXml(list) && (service === undefined || types.length === 0)) throw new WrongUse('An ETSI list takes --service and --type.')
    return report(await importOf(list, { signer: certificate, service: service ?? null, types, isPinned: pin !== undefined }))
  },
}

async function importOf(...call: Parameters<typeof importList>) {
  try {
    return await importList(...call)
  } catch (error) {
    if (error instanceof WalletRefusal) throw new Refusal(`Nothing was changed: the list is not taken (${error.message}).`)
    throw error
  }
}

const report = ({ added, left, removed }: Awaited<ReturnType<typeof importList>>) => [
  `${added.length} trusted, ${removed.length} removed, ${left.length} left out.`,
  ...added.map(({ name, types }) => `trusted: ${printable(name)} (${types.join(', ')})`),
  ...removed.map((name) => `removed: ${printable(name)}`),
  ...left.map((why) => `left out: ${printable(why)}`),
]
