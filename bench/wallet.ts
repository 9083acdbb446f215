import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { CredentialId } from '#lib/wallet/catalogue'
import { openResponse } from '#lib/wallet/response/open-response'
import { createAuthority } from '#lib/wallet/specimen/authority'
import { issueCredential } from '#lib/wallet/specimen/issue-credential'
import { present } from '#lib/wallet/specimen/present'
import { anchorOf, aRequest, aWorld, ERIKA, LISTS, portsOf } from '#lib/wallet/testing/a-wallet'
import { verifyPresentation } from '#lib/wallet/verify-presentation'

/** `npm run bench:wallet`: what it costs to open and verify a presentation. Writes `bench/wallet.md`. */

const WARM_UP = 100
const ROUNDS = 400
const GOAL_MS = 4

const [world, between] = await Promise.all([aWorld(), createAuthority('between', { hasIntermediate: true })])

async function measure(id: CredentialId, issuer = world.issuer): Promise<number[]> {
  const ports = portsOf(world, [anchorOf(issuer), anchorOf(world.issuer)])
  const spent: number[] = []
  for (let n = 0; n < WARM_UP + ROUNDS; n++) {
    const { request, requestObject } = await aRequest(world)
    const answer = await present(requestObject, await issueCredential(issuer, id, ERIKA, { status: { idx: 3, uri: LISTS.jwt } }))
    const before = process.cpuUsage()
    const opened = await openResponse(request, answer)
    if (opened.outcome === 'refused') throw new Error(opened.detail)
    const verdict = await verifyPresentation(request, opened, ports, new Date())
    const { user, system } = process.cpuUsage(before)
    if (verdict.outcome === 'refused') throw new Error(verdict.detail)
    if (n >= WARM_UP) spent.push((user + system) / 1000)
  }
  return spent.sort((one, other) => one - other)
}

const at = (sorted: number[], share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)

const rows: [string, number[]][] = [
  ['SD-JWT VC', await measure('specimen_sd_jwt')],
  ['mdoc', await measure('specimen_mdoc')],
  ['SD-JWT VC, a CA between', await measure('specimen_sd_jwt', between)],
  ['mdoc, a CA between', await measure('specimen_mdoc', between)],
]
const medians = rows.map(([, spent]) => Number(at(spent, 0.5)))

writeFileSync(
  'bench/wallet.md',
  `# Presentations of wallets, measured

\`npm run bench:wallet\`: an encrypted answer with seven claims is opened and verified in full, its status read in a signed list of 100,000
entries; ${ROUNDS} of each, every one issued and asked for anew. CPU of the process in milliseconds, garbage collection among it, on
${cpus()[0]?.model.trim()}, Node ${process.versions.node}. Goal: ${GOAL_MS} ms at the median.

| presentation | median | 90% | 99% |
|---|---|---|---|
${rows.map(([name, spent]) => `| ${name} | ${at(spent, 0.5)} | ${at(spent, 0.9)} | ${at(spent, 0.99)} |`).join('\n')}
`,
)
console.log(rows.map(([name, spent]) => `${name}: ${at(spent, 0.5)} ms`).join('\n'))
process.exitCode = Math.max(...medians) <= GOAL_MS ? 0 : 1
