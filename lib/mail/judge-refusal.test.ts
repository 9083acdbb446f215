import { describe, expect, it } from 'vitest'
import { judgeRefusal, NOT_AN_ADDRESS } from './judge-refusal'

describe('a mail of ours is given up for the recipient’s own faults only', () => {
  it.each([
    ['no such mailbox', { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 <a@b.example> unknown' }],
    ['no such mailbox, said without an enhanced code', { command: 'RCPT TO', responseCode: 550, response: '550 no such user' }],
    ['a mailbox that was switched off', { command: 'RCPT TO', responseCode: 550, response: '550 5.2.1 disabled' }],
    ['no address at all', NOT_AN_ADDRESS],
  ])('%s', (_, fault) => expect(judgeRefusal(fault).isFinal).toBe(true))

  it.each([
    ['the smarthost refuses our log-in', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 bad credentials' }],
    ['it wants a log-in first', { command: 'MAIL FROM', responseCode: 530, response: '530 5.7.0 authentication required' }],
    ['it does not know our sender', { command: 'MAIL FROM', responseCode: 550, response: '550 5.1.8 sender unknown' }],
    ['it relays for us no more', { command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 relay access denied' }],
    ['it relays for us no more, by 550', { command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 relaying denied' }],
    ['its policy refuses the message', { command: 'DATA', responseCode: 554, response: '554 5.7.1 blocked' }],
    ['the message is too large for it', { command: 'DATA', responseCode: 552, response: '552 5.3.4 too big' }],
    ['it has no TLS', { code: 'ETLS', command: 'STARTTLS', responseCode: 500 }],
    ['it cannot be reached', { code: 'ECONNREFUSED', command: 'CONN' }],
  ])('it waits while %s', (_, fault) => expect(judgeRefusal(fault).isFinal).toBe(false))

  it('keeps a code, never a text', () => {
    expect(judgeRefusal({ command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 <a@b.example> unknown' }).code).toBe('5.1.1')
    expect(judgeRefusal({ code: 'ECONNREFUSED' }).code).toBe('ECONNREFUSED')
  })
})
