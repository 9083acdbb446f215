'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFormWords } from './form-words'

/** A link that leads on in this window, to another page. */
const leadsAway = (event: MouseEvent): boolean => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return false
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target === '_blank' || link.hasAttribute('download')) return false
  return link.href.split('#')[0] !== location.href.split('#')[0]
}

/**
 * While it holds, leaving the page asks first: links, other forms and going back with this question, closing and reloading with the browser's own.
 * @param own the form whose sending is no leaving
 */
export function useLeaveGuard(isHeld: boolean, question: string, own: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (!isHeld) return
    let isFree = false
    const ask = (event: Event) => {
      if (isFree) return
      isFree = window.confirm(question)
      if (isFree) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const onClick = (event: MouseEvent) => leadsAway(event) && ask(event)
    const onSubmit = (event: SubmitEvent) => {
      if (event.target === own.current) isFree = true
      else ask(event)
    }
    // The browser's back: an entry of its own stands before the page, so that there is a moment to ask.
    history.pushState(history.state, '', location.href)
    const onBack = () => {
      if (isFree) return
      isFree = window.confirm(question)
      if (isFree) history.back()
      else history.pushState(history.state, '', location.href)
    }
    const onUnload = (event: BeforeUnloadEvent) => isFree || event.preventDefault()
    document.addEventListener('click', onClick, true)
    document.addEventListener('submit', onSubmit, true)
    window.addEventListener('popstate', onBack)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, true)
      document.removeEventListener('submit', onSubmit, true)
      window.removeEventListener('popstate', onBack)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [isHeld, question, own])
}

/**
 * Stands in a form: once something in it was changed and not sent, leaving the page asks first.
 * @param refused what was said of it when it was sent and not saved: its fields hold what is saved nowhere
 */
export function GuardUnsaved({ refused = null }: { refused?: object | null }) {
  const [isChanged, setChanged] = useState(refused !== null)
  const mark = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement | null>(null)
  useEffect(() => setChanged(refused !== null), [refused])
  useEffect(() => {
    const own = mark.current?.form ?? null
    form.current = own
    const [change, send] = [() => setChanged(true), () => setChanged(false)]
    own?.addEventListener('input', change)
    own?.addEventListener('submit', send)
    return () => {
      own?.removeEventListener('input', change)
      own?.removeEventListener('submit', send)
    }
  }, [])
  useLeaveGuard(isChanged, useFormWords().leave, form)
  return <input ref={mark} type="hidden" />
}
