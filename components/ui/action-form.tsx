'use client'

import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, type ButtonLook } from './button'
import { classNames } from './class-names'
import { Field, type FieldProps } from './field'
import { useFormWords } from './form-words'
import { Notice } from './notice'
import { useKeptForm } from './use-kept-form'

/**
 * What an action says about a form that stays: a message, the field at which it stands, what to keep in its fields where the
 * page is drawn anew, and fields it asks for in addition.
 */
export type FormAnswer = {
  look: 'info' | 'danger'
  message: string
  field?: string
  values?: Record<string, string>
  ask?: FieldProps[]
} | null

export type FormAction = (before: FormAnswer, form: FormData) => Promise<FormAnswer>

/** What was wanted has happened: there is nothing left to mend. */
const isDone = (answer: FormAnswer) => answer === null || (answer.look === 'info' && !answer.values && !answer.ask)

/** A form for a server action. It works the same without JavaScript; its answer is announced, and stands at its field. */
export function ActionForm({
  action,
  fields = [],
  hidden = {},
  submit,
  look,
  insert,
  after,
  children,
}: {
  action: FormAction
  fields?: FieldProps[]
  hidden?: Record<string, string | undefined>
  submit: string
  look?: ButtonLook
  /** What stands between two of the fields. */
  insert?: { after: string; node: ReactNode }
  /** What stands below the button. */
  after?: ReactNode
  children?: ReactNode
}) {
  const { answer, trouble, isPending, form } = useKeptForm<FormAnswer>(action, isDone)
  const words = useFormWords()
  const own = useRef<HTMLFormElement>(null)
  const id = useId()
  const shown = [...fields, ...(answer?.ask ?? [])]
  const atField = trouble ? undefined : shown.find(({ name }) => name === answer?.field)?.name

  useEffect(() => {
    if (atField && answer) own.current?.querySelector<HTMLInputElement>(`[name="${atField}"]`)?.focus()
  }, [answer, atField])

  return (
    <form {...form} ref={own} className="grid gap-5" aria-describedby={answer || trouble ? id : undefined}>
      <div id={id} className="contents">
        {trouble ? <Notice look="danger">{words[trouble]}</Notice> : answer && !atField && <Notice look={answer.look}>{answer.message}</Notice>}
      </div>
      {Object.entries(hidden).map(([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />)}
      {shown.map((field) => {
        const isAtFault = field.name === atField
        return (
          <Fragment key={field.name}>
            <Field
              {...field}
              defaultValue={answer?.values?.[field.name] ?? field.defaultValue}
              autoFocus={atField ? isAtFault : field.autoFocus && !answer}
              error={isAtFault ? answer?.message : field.error}
            />
            {insert?.after === field.name && insert.node}
          </Fragment>
        )
      })}
      {children}
      <Button
        type="submit"
        look={look}
        disabled={isPending}
        aria-busy={isPending}
        className={classNames('mt-1 justify-self-stretch', (look ?? 'solid') === 'solid' && 'ends-sheet')}
      >
        {submit}
      </Button>
      {after}
    </form>
  )
}
