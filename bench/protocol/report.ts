import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { ENDPOINT_NAMES, ENDPOINTS } from './endpoints'
import { type Measured, median } from './load'

/** Prints the table and writes it to `bench/results.md`. */
export function report(results: Record<string, Measured[]>, run: { rounds: number; requests: number; memory: Record<string, number> }) {
  const of = (endpoint: string, name: string, field: keyof Measured) =>
    median((results[`${endpoint} ${name}`] ?? []).map((measured) => measured[field]))
  const rows = ENDPOINT_NAMES.filter((endpoint) => results[`${endpoint} signet`]).map((endpoint) => {
    const { title, overPeer, ofLimit } = ENDPOINTS[endpoint]
    const rate = (name: string) => of(endpoint, name, 'perSecond')
    const cpu = (name: string) => `${of(endpoint, name, 'cpuMs').toFixed(2)} + ${of(endpoint, name, 'databaseCpuMs').toFixed(2)}`
    const verdict = (value: number, goal: number) => `${value.toFixed(2)} (≥ ${goal}: ${value >= goal ? 'yes' : '**no**'})`
    return [
      title,
      ...['signet', 'peer', 'limit'].map((name) => rate(name).toFixed(0)),
      verdict(rate('signet') / rate('peer'), overPeer),
      verdict(rate('signet') / rate('limit'), ofLimit),
      (rate('limit') / rate('peer')).toFixed(2),
      cpu('signet'),
      cpu('peer'),
      cpu('limit'),
      `${of(endpoint, 'signet', 'p50').toFixed(0)} / ${of(endpoint, 'signet', 'p99').toFixed(0)}`,
    ]
  })
  const head = [
    'endpoint',
    'Signet /s',
    'peer /s',
    'limit /s',
    '× peer',
    '× limit',
    'limit × peer',
    'CPU ms Signet',
    'CPU ms peer',
    'CPU ms limit',
    'p50 / p99 ms',
  ]
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const memory = Object.entries(run.memory).map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)} MB`)
  const text = `# Protocol endpoints, measured

\`npm run bench\`: ${run.rounds} rounds of ${run.requests} requests over 32 connections, medians; the three take turns on one
machine and one Postgres (commits wait for the disk), one process each. CPU is that of the process + that of the database, for one request.
Only ratios within one run mean something. Node ${process.version}, ${os.cpus().length} cores.

${table}

Memory afterwards: ${memory.join(', ')}.

## What limits it

\`limit × peer\` is how much faster than the peer a server can be that judges nothing: a goal above it cannot be reached by
anybody who does this work; what is in our hands shows in the column \`× limit\`. All three make the same signature with the same
library: RS256 of 2,048 bits took a core of the first measurement 0.36 ms, which is more than half of what an exchange or a refresh
now costs the process (ES256 takes 0.04). Both goals of 3 would need them in 0.7 ms with everything, the load's own 0.13 ms
among it. Answers and questions that cross to another process (\`writev\`) are a quarter of the rest, by \`node --cpu-prof\`.
`
  writeFileSync('bench/results.md', text)
  console.log(text)
}
