'use client'

import { useEffect, useRef, useState } from 'react'
import { useFormWords } from './form-words'
import { Notice } from './notice'

/** What was brought back once is not brought back over what was typed since, should the form be laid out anew. */
const broughtBack = new WeakSet<object>()

/**
 * Stands in a form and brings back what was typed into it before. Fields that are not named stay as they are; boxes of a name that is there are
 * ticked as they were.
 * @param names of all fields that could have been brought back
 * @param isSaid whether it says so; elsewhere something else does
 */
export function FillIn({
  names,
  values,
  isSaid = true,
}: {
  names: readonly string[]
  values: readonly (readonly [name: string, value: string])[] | null
  isSaid?: boolean
}) {
  const mark = useRef<HTMLInputElement>(null)
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    const form = mark.current?.form
    if (!values || !form || broughtBack.has(values)) return
    broughtBack.add(values)
    for (const field of form.querySelectorAll<HTMLInputElement>('input[name], select[name], textarea[name]')) {
      if (!names.includes(field.name) || field.type === 'hidden') continue
      const given = values.filter(([name]) => name === field.name).map(([, value]) => value)
      if (field.type === 'checkbox' || field.type === 'radio') field.checked = given.includes(field.value)
      else if (given[0] !== undefined) field.value = given[0]
    }
    form.dispatchEvent(new Event('input', { bubbles: true }))
    setFilled(true)
  }, [names, values])
  const words = useFormWords()
  return (
    <>
      <input ref={mark} type="hidden" />
      {isFilled && isSaid && <Notice>{words.back}</Notice>}
    </>
  )
}
