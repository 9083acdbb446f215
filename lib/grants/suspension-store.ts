import type { Prisma } from '#lib/core/db'

/**
 * A person who asks for their account to be deleted is gone for every app at once: nothing issued under their consents
 * works, until they call it off by logging in. Every statement that lets an app use a consent asks `suspended_at IS NULL`.
 *
 * Companies that compare notes must not read the moment off their lists and mail servers, so each is told at a moment of
 * its own: until then the person is still listed there and their alias still known, and what is sent to it is kept and
 * not delivered. Coming back is told in the same way. @see lib/grants/shown.ts
 */
const SPREAD = '24 hours'

/** As long as any other mail that is tried again. */
const RETRIED = '48 hours'

/** Suspends what a person consented to; a company that is to be told anew learns of it at a moment at random. */
export const suspendGrantsOf = (tx: Prisma, userId: string) => tx.$executeRaw`
  UPDATE grants SET suspended_at = clock_timestamp(),
    hidden_from = CASE WHEN hidden_from <= clock_timestamp() AND (hidden_until IS NULL OR hidden_until > clock_timestamp())
      THEN hidden_from ELSE clock_timestamp() + random() * ${SPREAD}::interval END,
    hidden_until = NULL
  WHERE user_id = ${userId}`

/** Brings it all back: what waited is delivered, and who was told nothing never learns that anything was. */
export async function restoreGrantsOf(tx: Prisma, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE grants SET suspended_at = NULL,
      hidden_from = CASE WHEN hidden_from <= clock_timestamp() THEN hidden_from END,
      hidden_until = CASE WHEN hidden_from <= clock_timestamp() THEN clock_timestamp() + random() * ${SPREAD}::interval END
    WHERE user_id = ${userId} AND suspended_at IS NOT NULL`
  await tx.$executeRaw`
    UPDATE forwarded_mails f SET next_attempt_at = clock_timestamp(), expires_at = clock_timestamp() + ${RETRIED}::interval FROM grants g
    WHERE g.id = f.grant_id AND g.user_id = ${userId} AND f.next_attempt_at IS NULL
      AND NOT EXISTS (SELECT FROM alias_traffic t WHERE t.user_id = g.user_id AND t.app_id = g.app_id AND t.paused_at IS NOT NULL)`
}
