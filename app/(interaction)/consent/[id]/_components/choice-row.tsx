import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge'
import { classNames } from '#components/ui/class-names'

type Props = {
  value: string
  title: string
  isTicked: boolean
  /** It cannot be unticked. */
  isLocked?: boolean
  isNew: boolean
  isChanged?: boolean
  isDeclined: boolean
  /** What it is for, and what would be sent. */
  about: ReactNode
  children?: ReactNode
}

/** One thing to tick, with badges beside its name. All of the row is the box. */
export async function ChoiceRow({ value, title, isTicked, isLocked = false, isNew, isChanged = false, isDeclined, about, children }: Props) {
  const t = await getTranslations('consent')
  const id = `scope-${value}`
  return (
    <li
      className={classNames(
        'relative flex gap-3 py-4 has-[input:not(:disabled)]:cursor-pointer',
        (isNew || isChanged) && '-mx-3 rounded-xl bg-accent-wash px-3',
      )}
    >
      <input
        type="checkbox"
        id={id}
        name="scope"
        value={value}
        defaultChecked={isLocked || isTicked}
        disabled={isLocked}
        aria-describedby={`${id}-about`}
        className="relative z-10 mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <label htmlFor={id} className="font-semibold after:absolute after:inset-0 after:content-['']">
            {title}
          </label>
          {isLocked && <Badge>{t('always')}</Badge>}
          {isNew && <Badge look="good">{t('new')}</Badge>}
          {isChanged && <Badge look="good">{t('changed')}</Badge>}
          {isDeclined && <Badge>{t('declinedBefore')}</Badge>}
        </div>
        <div id={`${id}-about`} className="text-sm">
          {about}
        </div>
        {children}
      </div>
    </li>
  )
}
