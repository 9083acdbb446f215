import { sql, statement } from '#lib/core/db'
import { PAUSE_AFTER } from '../limits'

// The third failure in seven days pauses the mailbox and everything that waits for it.
const RECORD_BOUNCE = statement<{ is_paused: boolean }>(
  'record_hard_bounce',
  `WITH box AS (
     INSERT INTO mailboxes AS b (user_id, hard_bounces_at) VALUES ($1, ARRAY[clock_timestamp()])
     ON CONFLICT (user_id) DO UPDATE SET
       hard_bounces_at = array_append(ARRAY(SELECT a FROM unnest(b.hard_bounces_at) a WHERE a > clock_timestamp() - interval '${PAUSE_AFTER.days} days'), clock_timestamp()),
       paused_at = CASE WHEN b.paused_at IS NOT NULL THEN b.paused_at
         WHEN cardinality(ARRAY(SELECT a FROM unnest(b.hard_bounces_at) a WHERE a > clock_timestamp() - interval '${PAUSE_AFTER.days} days')) + 1 >= ${PAUSE_AFTER.hardBounces}
         THEN clock_timestamp() END
     RETURNING user_id, paused_at
   ), held AS (
     UPDATE forwarded_mails SET next_attempt_at = NULL FROM grants g, box
     WHERE forwarded_mails.grant_id = g.id AND g.user_id = box.user_id AND box.paused_at IS NOT NULL
   )
   SELECT paused_at IS NOT NULL AS is_paused FROM box`,
)

const TELL = statement<object>('tell_bounce', `UPDATE alias_traffic SET last_problem = $2, last_problem_at = clock_timestamp() WHERE bounce_id = $1`)

/** Shows a bounce at the alias whose mail came back. */
export const tellBounce = (bounceId: string, code: string) => sql.query(TELL, [bounceId, code])

/** @returns whether the mailbox is paused now */
export async function recordHardBounce(userId: string): Promise<boolean> {
  return (await sql.query(RECORD_BOUNCE, [userId]))[0]?.is_paused === true
}

const RESUME = statement<{ user_id: string }>(
  'resume_mailbox',
  `WITH box AS (
     UPDATE mailboxes SET paused_at = NULL, hard_bounces_at = '{}' WHERE user_id = $1 AND paused_at IS NOT NULL RETURNING user_id
   ), due AS (
     UPDATE forwarded_mails SET next_attempt_at = clock_timestamp() FROM grants g, box
     WHERE forwarded_mails.grant_id = g.id AND g.user_id = box.user_id
   ), told AS (
     INSERT INTO activity_events (user_id, action) SELECT user_id, 'mailbox.resumed' FROM box
   )
   SELECT user_id FROM box`,
)

/** Starts forwarding again, with what waited. @returns whether it was paused */
export async function resumeMailbox(userId: string): Promise<boolean> {
  return (await sql.query(RESUME, [userId])).length === 1
}

const PAUSED_AT = statement<{ paused_at: Date | null }>('mailbox_paused_at', `SELECT paused_at FROM mailboxes WHERE user_id = $1`)

export async function pausedAt(userId: string): Promise<Date | null> {
  return (await sql.query(PAUSED_AT, [userId]))[0]?.paused_at ?? null
}
