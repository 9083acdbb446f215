import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { countFiltered } from '../mail-metrics'
import { Refusal } from '../receive/reply'
import { type FilterAddress, type FilteredEnvelope, Milter } from './milter'

/** @property fails what happens to mail when the filter does: it is taken without it, or asked for again */
export type FilterSettings = { address: FilterAddress; fails: 'open' | 'closed'; answerMs?: number }

/** The filter of `MILTER`; null where there is none. */
export function filterSettings(): FilterSettings | null {
  const { MILTER, MILTER_FAILS } = env()
  if (MILTER === undefined) return null
  if (MILTER.startsWith('/')) return { address: { path: MILTER }, fails: MILTER_FAILS }
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(MILTER) ?? []
  return { address: { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }, fails: MILTER_FAILS }
}

/** The filter's part of one message. */
export class MessageFilter {
  readonly milter: Milter

  constructor(
    private readonly settings: FilterSettings,
    private readonly envelope: Omit<FilteredEnvelope, 'hostname'>,
  ) {
    this.milter = new Milter(settings.address, { ...envelope, hostname: env().ALIAS_DOMAIN }, settings.answerMs)
  }

  /**
   * What the filter says once the message is all in.
   * @throws Refusal
   */
  async verdict(): Promise<'take' | 'drop' | 'hold'> {
    const verdict = await this.milter.end().catch((error: unknown) => this.failed(error))
    countFiltered(verdict)
    if (verdict === 'refuse') throw new Refusal('filtered')
    if (verdict === 'later' || verdict === 'failed') throw new Refusal('filterLater')
    return verdict === 'failed-open' ? 'take' : verdict
  }

  private failed(error: unknown): 'failed' | 'failed-open' {
    const isTaken = this.settings.fails === 'open'
    log.error(
      { messageId: this.envelope.messageId, err: error },
      isTaken ? 'the filter failed, mail goes on without it' : 'the filter failed, mail is asked for again',
    )
    return isTaken ? 'failed-open' : 'failed'
  }
}
