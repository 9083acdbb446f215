import { verifyFace } from '#lib/apps/face/verify-face'
import type { Command } from '../command'
import { reportSuspension } from '../suspension-lines'

export const appUnverify: Command = {
  words: ['app', 'unverify'],
  args: ['id'],
  summary: 'Take that back: people read again that name, logo, colour and links are what the company says.',
  async run([id = '']) {
    return reportSuspension('app', id, await verifyFace(id, false), 'People read again that it is a claim.', 'it is not verified')
  },
}
