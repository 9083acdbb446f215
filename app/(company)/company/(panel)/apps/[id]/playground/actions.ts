'use server'

import { notFound, redirect } from 'next/navigation'
import { playgroundCallback } from '#lib/apps/playground-callback'
import { isPublicClient } from '#lib/apps/schema'
import { readTestSecret } from '#lib/apps/test-secret'
import { ApiError } from '#lib/core/api-error'
import { isWellFormedSecret } from '#lib/core/secret-token'
import { addCallbackAddress, removeCallbackAddress } from '#lib/playground/callback-address'
import { type StartedRun, startRun } from '#lib/playground/start-run'
import { ALWAYS_GRANTED } from '#lib/scopes/catalog'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission, staffSessionHash } from '#lib/session/staff-session'
import { demoPersonToTry, makeDemoPerson } from '#lib/test-environments/demo-people'
import { ownApp } from '../../own-app'

export type RunState = { started: StartedRun } | { fault: 'badSecret' } | null

/** Whoever may change the app may try it. */
async function requireApp(form: FormData) {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const href = `/company/apps/${encodeURIComponent(id)}/playground`
  const session = await requirePermission('apps.manage', href)
  const { app } = await ownApp(id)
  return { app: app ?? notFound(), actor: actorOf(session), href }
}

export async function addCallbackAction(form: FormData): Promise<never> {
  const { app, actor, href } = await requireApp(form)
  redirect(`${href}?done=${(await isFullWith(addCallbackAddress(actor, app.id))) ? 'full' : 'added'}`)
}

export async function removeCallbackAction(form: FormData): Promise<never> {
  const { app, actor, href } = await requireApp(form)
  const { redirect_uris } = await removeCallbackAddress(actor, app.id)
  redirect(`${href}?done=${redirect_uris.includes(playgroundCallback(app.id)) ? 'last' : 'removed'}`)
}

/** Somebody to log in as, for who has nobody yet; outside a test environment nobody is made. */
export async function makeSomebodyAction(form: FormData): Promise<never> {
  const { actor, href } = await requireApp(form)
  await makeDemoPerson(actor, 'adult').catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
  redirect(href)
}

/** The whole way at once, where nothing is real: with everything that the app asks for, and a secret that nobody has to paste. */
export async function tryTestAppAction(form: FormData): Promise<never> {
  const { app, actor, href } = await requireApp(form)
  const sessionHash = await staffSessionHash()
  const isPublic = isPublicClient(app.client_type)
  const clientSecret = isPublic ? null : await readTestSecret(actor.companyId, app.id)
  if (!sessionHash || (!isPublic && clientSecret === null)) redirect(href)
  if (await isFullWith(addCallbackAddress(actor, app.id))) redirect(`${href}?done=full`)
  const { authorizeUrl } = await startRun(sessionHash, {
    app,
    scopes: app.scopes,
    prompt: null,
    loginHint: (await demoPersonToTry(actor.companyId))?.email,
    clientSecret,
  })
  redirect(authorizeUrl)
}

/** Whether the app has no room for one more address. */
const isFullWith = (adding: Promise<unknown>): Promise<boolean> =>
  adding.then(
    () => false,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'invalid_redirect_uri') return true
      throw error
    },
  )

export async function startRunAction(_: RunState, form: FormData): Promise<RunState> {
  const { app, actor, href } = await requireApp(form)
  const sessionHash = await staffSessionHash()
  if (!sessionHash) redirect(href)
  const isPublic = isPublicClient(app.client_type)
  const secret = (await readTestSecret(actor.companyId, app.id)) ?? String(form.get('client_secret') ?? '').trim()
  if (!isPublic && !isWellFormedSecret('sgs', secret)) return { fault: 'badSecret' }
  if (!app.redirect_uris.includes(playgroundCallback(app.id)) && (await isFullWith(addCallbackAddress(actor, app.id)))) redirect(`${href}?done=full`)
  const ticked = new Set<string>([...ALWAYS_GRANTED, ...form.getAll('scope').map(String)])
  const prompt = form.get('prompt')
  const started = await startRun(sessionHash, {
    app,
    scopes: app.scopes.filter((scope) => ticked.has(scope)),
    prompt: prompt === 'consent' || prompt === 'login' ? prompt : null,
    clientSecret: isPublic ? null : secret,
  })
  return { started }
}
