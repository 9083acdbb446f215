import { expect, it } from 'vitest'
import { judgeAnswer } from './judge-answer'

const judged = (command: string | undefined, response: string) => {
  const responseCode = Number.parseInt(response, 10)
  return judgeAnswer(Number.isNaN(responseCode) ? { code: response, command } : { response, responseCode, command })
}

it.each([
  ['RCPT TO', '550 5.1.1 <a@b.test>: no such user'],
  ['RCPT TO', '550 5.2.1 disabled'],
  ['RCPT TO', '550 no such user'],
  ['DATA', '552 5.3.4 too large'],
  ['DATA', '554 5.7.1 looks like spam'],
  ['DATA', '554 5.6.0 broken'],
  ['DATA', '552 too large'],
])('gives a mail up for what is said of the mailbox or of the mail: %s, %s', (command, response) => {
  expect(judged(command, response)).toMatchObject({ isFinal: true, isAboutAddress: command === 'RCPT TO' })
})

it.each([
  ['AUTH', '535 5.7.8 bad credentials'],
  ['MAIL FROM', '530 5.7.0 log in first'],
  ['MAIL FROM', '553 5.7.1 sender not yours'],
  ['RCPT TO', '554 5.7.1 <a@b.test>: Relay access denied'],
  ['RCPT TO', '554 relaying denied'],
  ['RCPT TO', '550 5.7.25 no reverse name'],
  ['RCPT TO', '554 5.4.6 routing loop'],
  ['RCPT TO', '550 5.4.1 no route'],
  ['RCPT TO', '552 5.2.2 full'],
  ['RCPT TO', '552 no room'],
  ['RCPT TO', '451 4.3.0 later'],
  ['DATA', '552 5.2.2 full'],
  ['DATA', '554 5.4.6 too many hops'],
  ['DATA', '554 5.3.0 out of order'],
  ['DATA', '502 5.5.1 unknown command'],
  [undefined, 'ECONNREFUSED'],
])('keeps a mail through every fault that is ours or of the smarthost: %s, %s', (command, response) => {
  expect(judged(command, response)).toMatchObject({ isFinal: false, isAboutAddress: false })
})

it('keeps the code and drops the text', () => {
  expect(judged('RCPT TO', '550 5.1.1 <a@b.test>').code).toBe('5.1.1')
  expect(judged('RCPT TO', '550 <a@b.test>').code).toBe('550')
})
