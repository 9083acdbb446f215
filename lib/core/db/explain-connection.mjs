/** Why a database cannot be reached, in one sentence that says what to mend. No sentence holds the address or a password. */

/** @type {Record<string, string>} by SQLSTATE or system code */
const SENTENCES = {
  '28P01': 'the user name or the password is wrong',
  28000: 'this user may not connect from here (pg_hba.conf, or TLS is demanded: add ?sslmode=require)',
  '3D000': 'there is no database of that name: create it first',
  53300: 'it has no connection left: raise max_connections, or lower DATABASE_POOL',
  '57P03': 'it is starting up: try again in a moment',
  42501: 'this user may not create tables there: make it the owner of the database',
  25006: 'it is a read-only standby: give the address of the primary',
  ECONNREFUSED: 'nothing listens at that host and port: start the server, or correct the address',
  ENOTFOUND: 'there is no host of that name: correct the address',
  EAI_AGAIN: 'the name of the host cannot be looked up: check the network',
  ETIMEDOUT: 'the host does not answer: check the network and its firewall',
  ECONNRESET: 'the connection was cut: is this the port of a Postgres?',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: give sslrootcert with the file of its authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an unknown authority: give sslrootcert with the file of that authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host: connect by the name it was made for',
}

/**
 * @param {unknown} error what connecting, or the first statement, threw
 * @returns {string} one line, beginning with `DATABASE_URL: `
 */
export function explainConnection(error) {
  const { code = '', message = '' } = /** @type {{code?: string, message?: string}} */ (error)
  const sentence =
    SENTENCES[code] ??
    (/does not support SSL/i.test(message) ? 'the server does not speak TLS: leave sslmode out, or switch ssl on there' : undefined) ??
    (/timeout/i.test(message) ? SENTENCES.ETIMEDOUT : undefined) ??
    `the database cannot be used (${code || 'no code'})`
  return `DATABASE_URL: ${sentence}`
}
