'use client'

import { type InputHTMLAttributes, useState } from 'react'
import { classNames } from './class-names'
import { useFormWords } from './form-words'

/** A password, hidden until its owner wants to see it. Without scripts it stays hidden. */
export function PasswordInput({ className, ...input }: InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setShown] = useState(false)
  const words = useFormWords()
  return (
    <div className="relative">
      <input {...input} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} className={classNames(className, 'pr-20')} />
      <button
        type="button"
        aria-pressed={isShown}
        aria-controls={input.id}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 min-h-11 cursor-pointer rounded-xl px-4 text-sm font-semibold text-accent noscript:hidden"
      >
        {isShown ? words.hide : words.show}
      </button>
    </div>
  )
}
