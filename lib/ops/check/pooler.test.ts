import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeDatabase, SESSION_SETTINGS, sql, statement, transaction } from '#lib/core/db'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { readDatabaseFacts } from './database-store'

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

/** Nothing of its defaults is changed but where it listens, what is behind it, and the mode. */
function behindPooler(mode: 'session' | 'transaction') {
  let pooler: ChildProcess
  let folder: string
  const direct = process.env.DATABASE_URL

  beforeAll(async () => {
    const { hostname, port: behindPort, pathname, username, password } = new URL(direct ?? '')
    const port = await freePort()
    folder = mkdtempSync(path.join(tmpdir(), 'signet-pooler-'))
    chmodSync(folder, 0o755)
    const file = path.join(folder, 'pgbouncer.ini')
    const behind = `host=${hostname} port=${behindPort} dbname=${pathname.slice(1)} user=${username} password=${password}`
    const own = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any', `pool_mode = ${mode}`]
    writeFileSync(file, ['[databases]', `pooled = ${behind}`, '[pgbouncer]', ...own, ''].join('\n'))
    const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    pooler = spawn(PGBOUNCER, ['-q', ...asOther, file], { stdio: 'ignore' })
    await vi.waitUntil(() => connects(port), 60_000)
    process.env.DATABASE_URL = `postgresql://signet@127.0.0.1:${port}/pooled`
  })

  afterAll(async () => {
    await closeDatabase()
    process.env.DATABASE_URL = direct
    pooler.kill()
    rmSync(folder, { recursive: true })
  })
}

describe.skipIf(!isInstalled)('behind PgBouncer as Debian brings it, in session mode', () => {
  behindPooler('session')

  it('a connection opens, and has every setting', async () => {
    const rows = await sql.query(SHOWN, [Object.keys(SESSION_SETTINGS)])
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual(SESSION_SETTINGS)
  })

  it('a transaction and what is prepared in it work', async () => {
    const rows = await transaction((tx) => tx.query(SHOWN, [['lock_timeout']]))
    expect(rows).toEqual([{ name: 'lock_timeout', value: '2s' }])
  })
})

describe.skipIf(!isInstalled)('behind PgBouncer as Debian brings it, in transaction mode', () => {
  behindPooler('transaction')

  it('what was prepared is lost, so `check` says which mode or version is needed', async () => {
    const [, minor] = /1\.(\d+)/.exec(spawnSync(PGBOUNCER, ['--version'], { encoding: 'utf8' }).stdout) ?? []
    // From 1.21 on they are kept, where max_prepared_statements is set, as it is from 1.24 on.
    expect((await readDatabaseFacts(process.env.DATABASE_URL as string)).keepsPrepared).toBe(Number(minor) >= 24)
  })
})
