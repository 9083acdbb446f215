import { getApp } from '#lib/apps/read-apps'
import { ApiError } from '#lib/core/api-error'
import { characterDiff, type DiffPart, distanceOf } from '#lib/core/character-diff'
import type { AuthorizationPageError } from '#lib/oauth/errors'
import { ABSOLUTE_SECONDS, COMPANY_REALM, IDLE_SECONDS, sessionHashOf } from '#lib/session/realm'
import { actorOf } from '#lib/session/staff-actor'
import { readStaffSessionRow } from '#lib/session/staff-session-store'
import type { HttpRequest } from './message'

/** What staff see of their own app's fault: what came, against the addresses that are registered, the nearest first. */
export type OwnerHelp = { appId: string; isActive: boolean; differences: DiffPart[][] }

const SHOWN_ADDRESSES = 3
/** As long as a registered one may be; what follows cannot be what was meant. */
const SHOWN_CHARACTERS = 2000

/**
 * Help for those who can mend it: staff of the app's own company, logged in in this very browser. Registered addresses
 * are told to nobody else.
 * @returns null for everybody else
 */
export async function ownerHelp({ evidence }: AuthorizationPageError, request: HttpRequest): Promise<OwnerHelp | null> {
  if (!evidence) return null
  const sessionHash = await sessionHashOf(COMPANY_REALM, request.header('cookie'))
  const app = sessionHash && ((await ownApp(sessionHash, evidence.appId, false)) ?? (await ownApp(sessionHash, evidence.appId, true)))
  if (!app) return null
  const sent = evidence.redirectUri.slice(0, SHOWN_CHARACTERS)
  const differences = app.redirect_uris.map((uri) => characterDiff(sent, uri)).sort((a, b) => distanceOf(a) - distanceOf(b))
  return { appId: app.id, isActive: app.status === 'active', differences: differences.slice(0, SHOWN_ADDRESSES) }
}

/** The app, if it is of this member's company, or of its test environment. */
async function ownApp(sessionHash: Buffer<ArrayBuffer>, appId: string, isInTest: boolean) {
  const staff = await readStaffSessionRow(sessionHash, IDLE_SECONDS, ABSOLUTE_SECONDS, isInTest)
  if (staff?.demand !== null) return null
  return getApp(actorOf(staff), appId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
}
