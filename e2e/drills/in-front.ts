import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster'
import { root, undo } from './drill'

const CHECK = 'check inter 300 fall 1 rise 1 on-marked-down shutdown-sessions'

/**
 * HAProxy before a primary and the standby that takes over, as docs/operating/runbook.md has it.
 * @returns what an operator does at failover: the old primary gets nothing any more, whatever it says when it is back
 */
export async function inFrontOf(primary: Cluster, standby: Cluster, port: number): Promise<{ fence: () => Promise<void> }> {
  const [file, socket] = [path.join(root, 'haproxy.cfg'), path.join(root, 'haproxy.sock')]
  const lines = [
    ...['global', ` stats socket ${socket} mode 600 level admin`],
    ...['defaults', ' mode tcp', ' timeout connect 1s', ' timeout client 1h', ' timeout server 1h'],
    ...['listen primary', ` bind 127.0.0.1:${port}`],
    ...[` server one 127.0.0.1:${primary.port} ${CHECK}`, ` server two 127.0.0.1:${standby.port} ${CHECK} backup`],
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  undo.push(() => proxy.kill('SIGKILL'))
  await pause(1000)
  const fence = () =>
    new Promise<void>((resolve) =>
      connect(socket)
        .end('disable server primary/one\n')
        .resume()
        .once('close', () => resolve()),
    )
  return { fence }
}
