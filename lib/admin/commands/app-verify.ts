import { verifyFace } from '#lib/apps/face/verify-face'
import type { Command } from '../command'
import { reportSuspension } from '../suspension-lines'

export const appVerify: Command = {
  words: ['app', 'verify'],
  args: ['id'],
  summary: 'Confirm name, logo, colour and links of an app, until one of them is changed. People no longer read that they are a claim.',
  async run([id = '']) {
    return reportSuspension('app', id, await verifyFace(id, true), 'Verified: people see it without the note.', 'it is verified already')
  },
}
