import { createTransport } from 'nodemailer'
import { env } from '#lib/core/env'
import { newIdOn, shardOf } from '#lib/core/shard'
import type { Locale } from '#lib/i18n/locales'
import { renderMail } from '#lib/mail/templates/render-mail'
import { aliasAddress } from '#lib/subjects/alias-address'
import { listenAddress } from '../listen-address'
import { findOwnLiveAlias, findTestMail, insertTestMail, markTestAccepted, markTestRefused } from '../store/panel'
import { type ProblemKind, problemKind } from './problem'
import { TEST_HEADER, testToken } from './test-token'

const TIMEOUT_MS = 10_000

export const HOPS = ['accepted', 'queued', 'rewritten', 'delivered'] as const
export type Hop = (typeof HOPS)[number]

export type TestMail = {
  id: string
  appId: string
  /** When each hop was passed; null where the mail has not been yet. */
  hops: { hop: Hop; at: Date | null }[]
  problem: { kind: ProblemKind; code: string } | null
  isOver: boolean
}

/**
 * Sends a mail to the person's own alias, by SMTP through the receiver as any app would, and follows it.
 * @returns the id to follow it by, or null when the alias may not deliver
 */
export async function sendTestMail(userId: string, appId: string, locale: Locale): Promise<string | null> {
  const alias = await findOwnLiveAlias(userId, appId)
  if (!alias) return null
  const id = newIdOn('tst', shardOf(userId))
  const address = aliasAddress(alias.localPart)
  await insertTestMail(id, userId, appId)
  const content = renderMail('alias_test', locale, {
    values: { app: alias.appName, alias: address },
    url: `${env().BASE_URL}/account/aliases?test=${id}`,
  })
  try {
    await receiver().sendMail({
      from: { name: 'Signet', address: env().MAIL_FROM },
      to: { name: '', address },
      headers: { [TEST_HEADER]: testToken(id) },
      ...content,
    })
    await markTestAccepted(id)
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string }
    await markTestRefused(id, String(responseCode ?? code ?? 'unknown'))
  }
  return id
}

function receiver() {
  const { host, port } = listenAddress()
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  return createTransport({
    host: isAnyAddress ? '127.0.0.1' : host,
    port,
    name: env().ALIAS_DOMAIN,
    // This machine talks to itself, and the certificate may be of its own making.
    ignoreTLS: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

/** The person's own test mail and how far it came. */
export async function readTestMail(id: string, userId: string): Promise<TestMail | null> {
  const row = await findTestMail(id, userId)
  if (!row) return null
  const times = { accepted: row.accepted_at, queued: row.queued_at, rewritten: row.rewritten_at, delivered: row.delivered_at }
  return {
    id,
    appId: row.app_id,
    hops: HOPS.map((hop) => ({ hop, at: times[hop] })),
    problem: row.problem && !row.delivered_at ? { kind: problemKind(row.problem), code: row.problem } : null,
    isOver: row.delivered_at !== null || (row.problem !== null && row.queued_at === null),
  }
}
