import { getTranslations } from 'next-intl/server'
import { Field } from '#components/ui/field'
import { Select } from '#components/ui/select'
import { type Choices, MOST_FOUND_BY } from '#lib/apps/read-choices'

type Props = {
  name: string
  label: string
  /** Of the menu, each with its value. */
  options: (readonly [value: string, text: string])[]
  chosen?: string
  choices: Choices<unknown>
}

/** A menu of apps and, where a company has more than fit, a field that finds the others: both of one plain form, whose answer is a shorter menu. */
export async function AppChoice({ name, label, options, chosen, choices }: Props) {
  return (
    <>
      <Select name={name} label={label} defaultValue={chosen ?? ''} options={options} />
      <FindApp choices={choices} />
    </>
  )
}

/** The field alone, where a menu has not all apps. */
export async function FindApp({ choices: { items, find, isMore } }: { choices: Choices<unknown> }) {
  const t = await getTranslations('appChoice')
  if (find === '' && !isMore) return null
  const count = items.length
  return <FindField find={find} hint={find === '' ? t('hint', { count }) : t(isMore ? 'foundMore' : 'found', { count })} />
}

/** @param find what was asked for last; empty: nothing */
export async function FindField({ find, hint }: { find: string; hint: string }) {
  const t = await getTranslations('appChoice')
  return <Field key={find} type="search" name="find" label={t('find')} defaultValue={find} maxLength={MOST_FOUND_BY} autoComplete="off" hint={hint} />
}
