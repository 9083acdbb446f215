import { notFound } from 'next/navigation'
import { requireStaff } from '#lib/session/staff-session'

/** No page of the panel has this address: said inside its frame. */
export default async function NoSuchPage({ params }: { params: Promise<{ rest: string[] }> }) {
  const { rest } = await params
  await requireStaff(`/company/${rest.join('/')}`)
  notFound()
}
