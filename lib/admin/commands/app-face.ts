import { readFace } from '#lib/apps/face/verify-face'
import { env } from '#lib/core/env'
import { type Command, printable, Refusal } from '../command'

export const appFace: Command = {
  words: ['app', 'face'],
  args: ['id'],
  summary: 'What people see of an app: name, logo, colour, links, and whether they read that it is a claim.',
  async run([id = '']) {
    const found = await readFace(id)
    if (!found) throw new Refusal(`There is no app ${printable(id)}.`)
    const { name, companyName, face } = found
    const rows = {
      name,
      company: companyName,
      logo: face.logoPath && env().BASE_URL + face.logoPath,
      colour: face.colours && `${face.colours.light} by day, ${face.colours.dark} by night`,
      terms: face.links.tos,
      privacy: face.links.policy,
      help: face.links.support,
      verified: face.isVerified ? 'yes' : 'no',
    }
    return Object.entries(rows).map(([label, value]) => `${label.padEnd(9)} ${printable(value ?? '-')}`)
  },
}
