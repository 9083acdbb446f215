import { isSuspended } from '#lib/apps/open'
import { isNotOver } from '#lib/grants/live'
import { isShown } from '#lib/grants/shown'

/** Whether an alias forwards at all: what its person decides at the alias `s` and in the consent `g`. */
export const MAY_DELIVER = `NOT s.is_alias_off AND 'email' = ANY(g.granted_scopes) AND ${isNotOver('g')}`

/**
 * Whether an alias takes mail: what RCPT answers by. It may depend on the alias `s` and on its app's consent `g` alone, never
 * on the person, their mailbox or their other aliases: two senders who compare answers would learn whose aliases are one
 * person's. Whatever else is wrong, mail is accepted and held.
 */
export const MAY_RECEIVE = `${MAY_DELIVER} AND ${isShown('g')}`

/**
 * Whether mail for an alias with traffic `t` at the app `a` waits inside: until its person is back, or the operator resumes the
 * alias, the app or its company. Nobody outside sees a difference.
 */
export const IS_HELD = `(t.paused_at IS NOT NULL OR t.stopped_at IS NOT NULL OR g.suspended_at IS NOT NULL OR ${isSuspended('a')})`
