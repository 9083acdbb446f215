'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Messages } from '#lib/i18n/messages'

type FaultTexts = Messages['fault']

const Texts = createContext<FaultTexts | null>(null)

/** Hands every page what it would say if it failed. */
export const FaultTextsProvider = ({ texts, children }: { texts: FaultTexts; children: ReactNode }) => (
  <Texts.Provider value={texts}>{children}</Texts.Provider>
)

/** @throws outside of the root layout */
export function useFaultTexts(): FaultTexts {
  const texts = useContext(Texts)
  if (!texts) throw new Error('no texts for a fault')
  return texts
}
