import { withDatabase } from '#lib/core/db'
import { lastDayBefore } from '../last-day'
import { findClaims, findHeldMaterial } from '../store/claims'

const MATERIAL_HOURS = 24

/** What documents say about a person, where it came from, and what of it still has to go. */
export const readOwnVerifications = (userId: string) =>
  withDatabase(async (db) => ({
    claims: (await findClaims(db, userId)).map(({ name, assurance, verifiedAt, expiresAt, contestId, session }) => ({
      name,
      assurance,
      verifiedAt,
      expiresAt,
      lastDay: expiresAt && lastDayBefore(expiresAt),
      isSuspended: contestId !== null,
      appName: session?.app?.name ?? null,
    })),
    material: (await findHeldMaterial(db, userId)).map(({ id, materialSince, materialStatus, app }) => ({
      id,
      appName: app?.name ?? null,
      isPictures: materialStatus === 'held',
      goneBy: new Date((materialSince as Date).getTime() + MATERIAL_HOURS * 3600_000),
    })),
  }))
