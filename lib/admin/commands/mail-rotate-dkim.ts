import { rotateDkimKey } from '#lib/relay/deliver/rotate-dkim-key'
import { type Command, Refusal } from '../command'
import { utcMinute } from '../company-lines'
import { zoneLine } from '../zone-line'

export const mailRotateDkim: Command = {
  words: ['mail', 'rotate-dkim'],
  args: [],
  summary: 'One step to the next DKIM key: the first call makes it and prints its records, the second lets it sign once they are in the DNS.',
  async run() {
    const rotation = await rotateDkimKey()
    if (rotation.outcome === 'switched') {
      const until = rotation.oldUntil ? [`Leave the records of the key before where they are until ${utcMinute(rotation.oldUntil)} UTC.`] : []
      return [`${rotation.selector} signs from now on, in every process within a minute.`, ...until]
    }
    const lines = rotation.records.map((record) => zoneLine({ ...record, type: 'TXT' }))
    if (rotation.outcome === 'unpublished')
      throw new Refusal(['Nothing changed. These records are not in the DNS as seen from here yet:', ...lines].join('\n'))
    return ['Publish these records, then call this again. Until then the key there is signs on.', '', ...lines]
  },
}
