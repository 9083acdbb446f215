/** What a mail server sends back about a mail it could not deliver. @see RFC 3464 */
export const deliveryReport = (recipient: string, status: string) =>
  [
    'From: mailer@mx.test',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    `Status: ${status}`,
    '',
    '--x--',
    '',
  ].join('\r\n')
