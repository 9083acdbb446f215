import { sql, statement, transaction } from '#lib/core/db'
import { OF_COMPANIES } from '#lib/core/shard'
import { ROLE_MAIL } from '../limits'

const since = (interval: string, whose = '') =>
  `(SELECT count(*) FROM role_mails WHERE shard = $2 AND accepted_at > clock_timestamp() - interval '${interval}'${whose})`

const OF_NETWORK = ' AND network_hash = $1'

const IS_ROOM = `${since('1 hour', OF_NETWORK)} < ${ROLE_MAIL.ofNetwork.hour}
   AND ${since('1 day', OF_NETWORK)} < ${ROLE_MAIL.ofNetwork.day}
   AND ${since('1 hour')} < ${ROLE_MAIL.ofAll.hour}
   AND ${since('1 day')} < ${ROLE_MAIL.ofAll.day}
   AND (SELECT count(*) FROM forwarded_mails WHERE shard = $2 AND grant_id IS NULL) < ${ROLE_MAIL.waiting}`

const ASK = statement<{ is_room: boolean }>('is_room_for_role_mail', `SELECT ${IS_ROOM} AS is_room`)

/** Whether postmaster and abuse take another mail from a network. */
export const isRoomForRoleMail = async (networkHash: Buffer) => (await sql.query(ASK, [networkHash, OF_COMPANIES]))[0]?.is_room === true

const LOCK = statement<object>(
  'lock_role_mails',
  `SELECT pg_advisory_xact_lock(hashtext('role_mails')) FROM (SELECT $1::smallint AS shard) one
   LEFT JOIN role_mails m ON m.shard = $1 AND m.id = 0`,
)

const COUNT = statement<{ id: string }>(
  'count_role_mail',
  `INSERT INTO role_mails (shard, network_hash, expires_at) SELECT $2::smallint, $1, clock_timestamp() + interval '1 day' WHERE ${IS_ROOM} RETURNING id`,
)

/** Counts one such mail. One after the other, so that many at once do not pass together. @returns false when there is no room */
export const countRoleMail = (networkHash: Buffer): Promise<boolean> =>
  transaction(async (tx) => {
    await tx.query(LOCK, [OF_COMPANIES])
    return (await tx.query(COUNT, [networkHash, OF_COMPANIES])).length === 1
  })
