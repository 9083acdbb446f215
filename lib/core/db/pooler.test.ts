import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { closeDatabase, SESSION_SETTINGS, sql, statement, transaction } from '../db'

/** Debian's package puts it there; `apt-get install pgbouncer`. */
const PGBOUNCER = '/usr/sbin/pgbouncer'
const isInstalled = spawnSync(PGBOUNCER, ['--version']).status === 0

const connects = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const SHOWN = statement<{ name: string; value: string }>(
  'pooler_settings',
  'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
)

/** Nothing of its defaults is changed but where it listens and what is behind it. */
describe.skipIf(!isInstalled)('behind PgBouncer as Debian brings it, in session mode', () => {
  let pooler: ChildProcess
  let folder: string

  beforeAll(async () => {
    const direct = new URL(process.env.DATABASE_URL ?? '')
    const port = await freePort()
    folder = mkdtempSync(path.join(tmpdir(), 'signet-pooler-'))
    chmodSync(folder, 0o755)
    const file = path.join(folder, 'pgbouncer.ini')
    const behind = `host=${direct.hostname} port=${direct.port} dbname=${direct.pathname.slice(1)} user=${direct.username} password=${direct.password}`
    writeFileSync(
      file,
      `[databases]\npooled = ${behind}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\n`,
    )
    const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    pooler = spawn(PGBOUNCER, ['-q', ...asOther, file], { stdio: 'ignore' })
    await vi.waitUntil(() => connects(port), 60_000)
    process.env.DATABASE_URL = `postgresql://signet@127.0.0.1:${port}/pooled`
  })

  afterAll(async () => {
    await closeDatabase()
    pooler.kill()
    rmSync(folder, { recursive: true })
  })

  it('a connection opens, and has every setting', async () => {
    const rows = await sql.query(SHOWN, [Object.keys(SESSION_SETTINGS)])
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual(SESSION_SETTINGS)
  })

  it('a transaction and what is prepared in it work', async () => {
    const rows = await transaction((tx) => tx.query(SHOWN, [['lock_timeout']]))
    expect(rows).toEqual([{ name: 'lock_timeout', value: '2s' }])
  })
})
