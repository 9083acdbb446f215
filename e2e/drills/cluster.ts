import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chooseRunner } from '../../scripts/lib/postgres/binaries.mjs'

const BINARIES = '/usr/lib/postgresql'

/** Debian's Postgres, the newest that is installed. @throws Error when there is none */
function program(name: string): string {
  const version = existsSync(BINARIES) ? readdirSync(BINARIES).sort((a, b) => Number(b) - Number(a))[0] : undefined
  if (!version) throw new Error('These drills need the package postgresql of Debian.')
  return path.join(BINARIES, version, 'bin', name)
}

/** A Postgres of a drill's own, which can be killed as a machine dies. */
export class Cluster {
  readonly dir: string

  constructor(
    private readonly root: string,
    readonly name: string,
    readonly port: number,
  ) {
    this.dir = path.join(root, name)
  }

  url(database = 'signet', port = this.port) {
    return `postgresql://signet@127.0.0.1:${port}/${database}`
  }

  run(tool: string, ...args: string[]) {
    const [command, all] = chooseRunner(this.root).wrap(program(tool), args)
    return execFileSync(command, all, { cwd: this.root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }

  create() {
    this.run('initdb', '-D', this.dir, '-U', 'signet', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions')
    const archive = path.join(this.root, 'archive')
    mkdirSync(archive, { recursive: true })
    const lines = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'archive_mode = on', `archive_command = 'cp %p ${archive}/%f'`]
    appendFileSync(path.join(this.dir, 'postgresql.conf'), `${lines.join('\n')}\n`)
  }

  /** Takes a base backup of another one, as its standby or for a restore. */
  copy(from: Cluster, asStandby: boolean) {
    const standby = asStandby ? ['-R'] : []
    this.run('pg_basebackup', '-d', from.url('postgres'), '-D', this.dir, '-X', 'stream', '-c', 'fast', ...standby)
    chmodSync(this.dir, 0o700)
  }

  /** Becomes another one's standby, without which that one acknowledges nothing. */
  follow(primary: Cluster) {
    this.copy(primary, true)
    this.start()
    primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'", 'postgres')
    primary.ask('SELECT pg_reload_conf()', 'postgres')
  }

  /** How many of these apps it has. */
  appsAmong(ids: string[]) {
    return ids.length === 0 ? 0 : Number(this.ask(`SELECT count(*) FROM apps WHERE id IN (${ids.map((id) => `'${id}'`).join(',')})`))
  }

  /** @param settings only of this start, so that a copy does not inherit them */
  start(...settings: string[]) {
    const options = [`-p ${this.port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
    // Its output is a file's: a pipe would keep whoever reads it waiting.
    const [command, all] = chooseRunner(this.root).wrap(program('pg_ctl'), ['-D', this.dir, '-w', '-l', `${this.dir}.log`, '-o', options, 'start'])
    execFileSync(command, all, { cwd: this.root, stdio: 'ignore' })
  }

  /** At its next start it takes what was archived up to a moment, and goes on from there. */
  recoverTo(time: string) {
    const lines = [`restore_command = 'cp ${this.root}/archive/%f %p'`, `recovery_target_time = '${time}'`, "recovery_target_action = 'promote'"]
    appendFileSync(path.join(this.dir, 'postgresql.conf'), `${lines.join('\n')}\n`)
    writeFileSync(path.join(this.dir, 'recovery.signal'), '')
  }

  promote() {
    this.run('pg_ctl', '-D', this.dir, '-w', 'promote')
  }

  stop() {
    try {
      this.run('pg_ctl', '-D', this.dir, '-m', 'immediate', 'stop')
    } catch {
      // It was killed, or never started.
    }
  }

  /** All of its processes at once, as when the power goes. */
  kill() {
    const postmaster = Number(readFileSync(path.join(this.dir, 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
      .split(/\s+/)
      .filter(Boolean)
      .map(Number)
    for (const pid of [postmaster, ...children]) process.kill(pid, 'SIGKILL')
  }

  ask(text: string, database = 'signet'): string {
    return execFileSync('psql', ['-XAtqc', text, this.url(database)], { encoding: 'utf8' }).trim()
  }
}
