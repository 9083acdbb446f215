'use client'

import { useEffect, useRef } from 'react'

/** Sends the form it stands in as soon as its field holds so many digits, however they got there. */
export function SendWhenComplete({ name, digits }: { name: string; digits: number }) {
  const own = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = own.current?.closest('form')
    const field = form?.elements.namedItem(name)
    if (!form || !(field instanceof HTMLInputElement)) return
    let sent = ''
    const look = () => {
      const typed = field.value.replace(/\D/g, '')
      if (typed.length !== digits) sent = ''
      else if (typed !== sent) {
        sent = typed
        form.requestSubmit()
      }
    }
    field.addEventListener('input', look)
    return () => field.removeEventListener('input', look)
  }, [name, digits])
  return <span ref={own} hidden />
}
