'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** What forms say by themselves, in the language of the page. */
export type FormWords = Record<'offline' | 'failed' | 'show' | 'hide' | 'leave' | 'leaveSecret' | 'back', string>

const Words = createContext<FormWords>({
  offline: 'There is no connection. What you typed is still here: try again in a moment.',
  failed: 'Something went wrong on our side. What you typed is still here: try again in a moment.',
  show: 'Show',
  hide: 'Hide',
  leave: 'What you changed here is not saved. Leave the page all the same?',
  leaveSecret: 'You have not said that you stored it, and it cannot be shown again. Leave the page all the same?',
  back: 'What you typed before you logged in is here again. It is not sent yet.',
})

export const useFormWords = () => useContext(Words)

export function FormWordsProvider({ words, children }: { words: FormWords; children: ReactNode }) {
  return <Words.Provider value={words}>{children}</Words.Provider>
}
