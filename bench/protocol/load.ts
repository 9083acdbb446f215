import { readdirSync, readFileSync } from 'node:fs'
import autocannon from 'autocannon'

/** One HTTP request, made ready beforehand so that the time measured is the server's. */
export type Shot = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

export type Measured = { perSecond: number; p50: number; p99: number; cpuMs: number; databaseCpuMs: number }

const CONNECTIONS = 32
const TICKS_PER_SECOND = 100

/** Sends every shot once over 32 connections. @param rate of requests a second at most @throws when an answer is not of the class expected */
export async function fire(
  origin: string,
  shots: Shot[],
  expected: '2xx' | '3xx',
  pids: { server: number; postmaster: number },
  rate?: number,
): Promise<Measured> {
  // Connections ask for their next request ahead of time; the last ones are not sent.
  let next = 0
  const before = { server: cpuSeconds([pids.server]), database: cpuSeconds(family(pids.postmaster)) }
  const began = performance.now()
  // autocannon looks at its clock once a second; the last answer is what counts.
  let ended = began
  const milliseconds: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: origin,
        connections: CONNECTIONS,
        amount: shots.length,
        ...(rate !== undefined && { overallRate: rate }),
        requests: [{ setupRequest: (request) => ({ ...request, ...shots[next++ % shots.length] }) }],
      },
      (error, finished) => (error ? reject(error) : resolve(finished)),
    )
    run.on('response', (_client, _status, _bytes, responseTime) => {
      ended = performance.now()
      milliseconds.push(responseTime)
    })
  })
  const seconds = (ended - began) / 1000
  if (result[expected] !== shots.length || result.errors > 0) {
    throw new Error(`${shots.length} requests to ${shots[0]?.path}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`)
  }
  const spent = (now: number, then: number) => ((now - then) * 1000) / shots.length
  return {
    perSecond: shots.length / seconds,
    // Its own quantiles are whole milliseconds.
    p50: median(milliseconds),
    p99: quantile(milliseconds, 0.99),
    cpuMs: spent(cpuSeconds([pids.server]), before.server),
    databaseCpuMs: spent(cpuSeconds(family(pids.postmaster)), before.database),
  }
}

/** The value that this share of them does not exceed. */
export const quantile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN

export const median = (values: number[]) => quantile(values, 0.5)

/** A process and its children, as Linux lists them. */
export function family(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(stat(name)?.[1] ?? 0)] as const)
  return [root, ...parents.filter(([, parent]) => parent === root).map(([pid]) => pid)]
}

/**
 * What processes computed: their threads, to the nanosecond, since many that do little would be lost in ticks; and their children that ended, in ticks.
 * @see Linux, Documentation/scheduler/sched-stats, /proc/pid/schedstat @see proc(5), cutime, cstime
 */
export function cpuSeconds(pids: number[]): number {
  const nanoseconds = pids.flatMap((pid) =>
    threadsOf(pid).map((thread) => Number(lineOf(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ', 1)[0] ?? 0)),
  )
  const ticks = pids.flatMap((pid) => (stat(String(pid)) ?? []).slice(13, 15).map(Number))
  return sum(nanoseconds) / 1e9 + sum(ticks) / TICKS_PER_SECOND
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** The fields after the command's name: state, parent, … */
function stat(pid: string): string[] | undefined {
  const text = lineOf(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Of a process that may be gone. */
function lineOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** @see proc(5), ppid */
export const parentOf = (pid: number) => Number(stat(String(pid))?.[1] ?? 0)

/** Memory that a process holds, in MB. */
export const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
