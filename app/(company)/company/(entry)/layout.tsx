import type { ReactNode } from 'react'
import { EntryColumn } from '../../../_components/entry-column'

export default function EntryLayout({ children }: { children: ReactNode }) {
  return <EntryColumn>{children}</EntryColumn>
}
