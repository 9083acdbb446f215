import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Button } from '#components/ui/button'
import type { Sender } from '#lib/relay/senders/senders'
import { personTimes } from '../../../../_i18n/times'
import { blockListedAction, blockSenderAction, listSendersAction, unblockSenderAction } from '../actions'

type Props = { alias: { appId: string; keepsSenders: boolean }; senders: Sender[]; isOpen: boolean }

/** Who writes to an alias, if its person wants to see that, and who is kept out. */
export async function Senders({ alias, senders, isOpen }: Props) {
  const t = await getTranslations('senders')
  const times = await personTimes()
  const [blocked, listed] = [senders.filter(({ isBlocked }) => isBlocked), senders.filter(({ isBlocked }) => !isBlocked)]
  return (
    <details open={isOpen} className="group mt-4 rounded-xl bg-sunken px-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg py-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {t('title')}
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pb-4 text-sm">
        <form action={listSendersAction} method="post" className="grid justify-items-start gap-2">
          <input type="hidden" name="app_id" value={alias.appId} />
          <p className="text-soft">{t(alias.keepsSenders ? 'on' : 'off')}</p>
          <Button type="submit" name="list" value={alias.keepsSenders ? 'off' : 'on'} look="outline" className="text-sm">
            {t(alias.keepsSenders ? 'stop' : 'start')}
          </Button>
        </form>
        {alias.keepsSenders && listed.length === 0 && <p>{t('none')}</p>}
        {listed.length > 0 && (
          <SenderList
            senders={listed}
            appId={alias.appId}
            action={blockListedAction}
            about={({ mails, lastMailAt }) => lastMailAt && t('mails', { count: mails, date: times.moment(lastMailAt) })}
            submit={t('block')}
            submitFor={(address) => t('blockOne', { address })}
          />
        )}
        {blocked.length > 0 && (
          <div>
            <h3 className="font-semibold">{t('blockedTitle')}</h3>
            <SenderList
              senders={blocked}
              appId={alias.appId}
              action={unblockSenderAction}
              about={({ dropped }) => t('blockedSince', { count: dropped })}
              submit={t('unblock')}
              submitFor={(address) => t('unblockOne', { address })}
            />
          </div>
        )}
        {isOpen ? (
          // One at a time: its field has one name and one id.
          <ActionForm
            action={blockSenderAction}
            submit={t('submit')}
            look="outline"
            hidden={{ app_id: alias.appId }}
            fields={[{ label: t('field'), name: 'address', type: 'email', autoComplete: 'off', required: true, maxLength: 254 }]}
          />
        ) : (
          <Link
            href={`/account/aliases?senders=${alias.appId}#${alias.appId}`}
            prefetch={false}
            className="inline-flex min-h-11 items-center text-accent underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {t('field')}
          </Link>
        )}
      </div>
    </details>
  )
}

type ListProps = {
  senders: Sender[]
  appId: string
  action: (form: FormData) => Promise<void>
  about: (sender: Sender) => string | null
  submit: string
  submitFor: (address: string) => string
}

const SenderList = ({ senders, appId, action, about, submit, submitFor }: ListProps) => (
  <ul className="divide-y divide-line border-y border-line">
    {senders.map((sender) => (
      <li key={sender.handle} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
        <span className="min-w-0">
          <span className="font-medium wrap-anywhere">{sender.address}</span>
          <span className="block text-soft">{about(sender)}</span>
        </span>
        <form action={action} method="post">
          <input type="hidden" name="app_id" value={appId} />
          <Button type="submit" name="sender" value={sender.handle} look="quiet" className="text-sm" aria-label={submitFor(sender.address)}>
            {submit}
          </Button>
        </form>
      </li>
    ))}
  </ul>
)
