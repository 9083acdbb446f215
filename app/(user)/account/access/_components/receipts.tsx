import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { Receipt } from '#lib/receipts/receipt'
import { personTimes } from '../../../../_i18n/times'

/** Every consent there ever was, whether it still holds or not. */
export async function Receipts({ receipts }: { receipts: Receipt[] }) {
  const t = await getTranslations('receipt')
  const times = await personTimes()
  if (receipts.length === 0) return null
  return (
    <section className="mt-10">
      <h2>{t('listTitle')}</h2>
      <p className="mt-1.5 text-soft">{t('listLead')}</p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <Link
              href={`/account/receipts/${receipt.id}`}
              prefetch={false}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5"
            >
              <span className="font-medium text-accent underline underline-offset-4">{receipt.app}</span>
              <span className="text-sm text-soft">{times.moment(new Date(receipt.consented_at))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
