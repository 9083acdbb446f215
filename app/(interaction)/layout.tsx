import type { ReactNode } from 'react'
import { EntryColumn } from '../_components/entry-column'

export default function InteractionLayout({ children }: { children: ReactNode }) {
  return <EntryColumn>{children}</EntryColumn>
}
