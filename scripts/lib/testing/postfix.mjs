/** Debian's Postfix with a configuration and a queue of its own; it hands everything to one relay. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { untilItListens } from '../wait-until-up.mjs'

export const hasPostfix = () => existsSync('/usr/sbin/postfix') && process.getuid?.() === 0

/** @typedef {{home: string, relayPort: number, rewrites: boolean}} Settings */

/** @param {Settings} settings */
const main = ({ home, relayPort, rewrites }) => `
compatibility_level = 3.6
queue_directory = ${home}/queue
data_directory = ${home}/data
maillog_file_prefixes = ${home}
maillog_file = ${home}/log
myhostname = postfix.test
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = loopback-only
inet_protocols = ipv4
disable_dns_lookups = yes
alias_maps =
alias_database =
${rewrites ? `virtual_alias_domains = alias.localhost\nvirtual_alias_maps = regexp:${home}/virtual` : ''}
relayhost = [127.0.0.1]:${relayPort}
message_size_limit = 0
smtp_tls_security_level = ${rewrites ? 'none' : 'may'}
smtpd_peername_lookup = no
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
in_flow_delay = 0
`

const SERVICES = `
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
tlsmgr    unix  - - n 1000? 1 tlsmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
verify    unix  - - n - 1 verify
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n - - proxymap
smtp      unix  - - n - - smtp
relay     unix  - - n - - smtp
error     unix  - - n - - error
retry     unix  - - n - - error
discard   unix  - - n - - discard
anvil     unix  - - n - 1 anvil
scache    unix  - - n - 1 scache
pickup    unix  n - n 60 1 pickup
postlog   unix-dgram n - n - 1 postlogd
`

/**
 * @param {{dir: string, port: number, relayPort: number, rewrites: boolean}} options rewrites: whether aliases become other
 *   people's addresses, as a forwarder does it
 * @returns a function that stops it
 */
export async function startPostfix({ dir, port, relayPort, rewrites }) {
  const home = path.join(dir, 'postfix')
  for (const folder of ['', 'queue', 'data', 'etc']) mkdirSync(path.join(home, folder), { recursive: true })
  chmodSync(dir, 0o755)
  execFileSync('chown', ['postfix', path.join(home, 'data')])
  writeFileSync(path.join(home, 'virtual'), '/^(.+)@alias\\.localhost$/ $1@people.example\n')
  writeFileSync(path.join(home, 'etc', 'main.cf'), main({ home, relayPort, rewrites }))
  writeFileSync(path.join(home, 'etc', 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${SERVICES}`)
  const postfix = (/** @type {string} */ command) => execFileSync('postfix', ['-c', path.join(home, 'etc'), command], { stdio: 'pipe' })
  postfix('start')
  await untilItListens(port)
  return () => postfix('stop')
}
