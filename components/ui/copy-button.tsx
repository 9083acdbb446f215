'use client'

import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from './button'

export type CopyTexts = { copy: string; copied: string }

const SHOWN_MS = 2500

/** Copies a text and says so. Without scripts it is not there: the text can still be selected. */
export function CopyButton({ value, of, texts }: { value: string /** what is copied, for those who do not see it */; of: string; texts: CopyTexts }) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async (button: HTMLElement) => {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      // The browser forbids it: at least the text is selected, ready for the keyboard.
      const text = button.parentElement?.querySelector('code')
      if (text) getSelection()?.selectAllChildren(text)
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <>
      <Button
        look="outline"
        onClick={(event) => copy(event.currentTarget)}
        aria-label={`${texts.copy}: ${of}`}
        className="shrink-0 px-4 text-sm noscript:hidden"
      >
        {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {isCopied ? texts.copied : texts.copy}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && `${texts.copied}: ${of}`}
      </span>
    </>
  )
}
