import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '#lib/core/env'

/** Starts a program that ends with this one. */
export function startProgram(file: string, own: Record<string, string | undefined>): ChildProcess {
  const child = fork(file, { env: { ...process.env, LOG_LEVEL: 'warn', ...own }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  process.on('exit', () => child.kill('SIGKILL'))
  return child
}

/** Starts the product's web process and waits until it answers. */
export async function startSignet(): Promise<{ origin: string; pid: number }> {
  const child = startProgram('dist/server.mjs', {})
  const origin = env().BASE_URL
  while (!(await fetch(`${origin}/.well-known/openid-configuration`).catch(() => null))) await pause(100)
  return { origin, pid: child.pid as number }
}
