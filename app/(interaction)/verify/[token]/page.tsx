import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readUserSession } from '#lib/session/user-session'
import { isPhoneLink } from '#lib/verifications/page/hand-off'
import { type Visit, visitVerification } from '#lib/verifications/page/visit-verification'
import { TestMark } from '../../../_components/test-mark'
import { oneOf } from '../../form-text'
import { DisclosedReview } from './_components/disclosed'
import { Hindered } from './_components/hindered'
import { Intro } from './_components/intro'
import { Outcome } from './_components/outcome'
import { Phone } from './_components/phone'
import { Progress } from './_components/progress'
import { Review } from './_components/review'
import { Said } from './_components/said'
import { Stranger } from './_components/stranger'
import { TakePictures } from './_components/take-pictures'
import { isWithWallet, WalletStep } from './_components/wallet-step'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('verification'))('title') }
}

/** Everything a person sees of a verification: which of it depends on how far the session is. Spec: Hosted page */
export default async function VerifyPage({ params, searchParams }: Props) {
  const { token } = await params
  if (isPhoneLink(token)) return <Phone token={token} fault={oneOf((await searchParams).fault)} />
  const user = await readUserSession()
  const visit = await visitVerification(token, user?.userId ?? null)
  if (!visit) return <Said what="dead" />
  if (!visit.isServed) return <Said what="unavailable" />
  const isBound = visit.isOwner || visit.isStranger
  if (isBound && !user) redirect(`/login?return_to=${encodeURIComponent(`/verify/${token}`)}`)
  return (
    <>
      {visit.app?.isTest && <TestMark company={visit.app.company} />}
      <Step token={token} visit={visit} searchParams={await searchParams} />
    </>
  )
}

type Asked = Awaited<Props['searchParams']>

/** How far it is, for whoever came by the session's own link. */
function Step({ token, visit, searchParams }: { token: string; visit: Visit; searchParams: Asked }) {
  if (visit.isStranger) return <Stranger token={token} email={visit.email} />
  switch (visit.status) {
    case 'created':
      return <Intro token={token} visit={visit} />
    case 'in_progress':
      if (isWithWallet(visit.wallet?.question)) return <WalletStep token={token} visit={visit} question={visit.wallet.question} />
      return <TakePictures token={token} visit={visit} fault={oneOf(searchParams.fault)} />
    case 'processing':
      return <Progress token={token} progress={visit.progress} />
    case 'reviewing':
      if (visit.failure) return <Hindered token={token} visit={visit} />
      if (visit.disclosed) return <DisclosedReview token={token} disclosed={visit.disclosed} visit={visit} />
      return visit.reading ? <Review token={token} reading={visit.reading} visit={visit} /> : <Said what="unavailable" />
    default:
      return <Outcome token={token} visit={visit} hasTriedOften={oneOf(searchParams.contest) === 'too_many'} />
  }
}
