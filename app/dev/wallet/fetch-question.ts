import { decodeProtectedHeader } from 'jose'
import { env } from '#lib/core/env'
import { randomBase62 } from '#lib/core/random-id'
import { SPECIMENS, type SpecimenId, type WalletField } from '#lib/wallet/catalogue'
import { readCertificate } from '#lib/wallet/certificates/read-certificate'
import { specimensAsked } from '#lib/wallet/specimen/answer-as-specimen'
import { askedFields } from '#lib/wallet/specimen/asked-fields'
import { readRequestObject } from '#lib/wallet/specimen/present'

export type FetchedQuestion = {
  requestObject: string
  clientId: string
  /** Of whoever signed it. */
  name: string
  fields: WalletField[]
  specimens: SpecimenId[]
}

/** Whether it is an address of this service's own endpoint for wallets, and nothing beside it. */
export const isOfWallets = (address: string, endpoint: 'request' | 'response'): boolean => {
  const start = `${env().BASE_URL}/wallet/${endpoint}/`
  return address.startsWith(start) && /^[\w-]+$/.test(address.slice(start.length))
}

/** What a question asks, as a wallet fetches it: from this service alone. @returns null when it is not to be had */
export async function fetchQuestion(requestUri: string): Promise<FetchedQuestion | null> {
  if (!isOfWallets(requestUri, 'request')) return null
  const response = await fetch(requestUri, { method: 'POST', body: new URLSearchParams({ wallet_nonce: randomBase62(22) }), cache: 'no-store' })
  if (!response.ok) return null
  const requestObject = await response.text()
  const asked = readRequestObject(requestObject)
  const ids = specimensAsked(requestObject)
  const specimens = SPECIMENS.filter(({ id }) => ids.includes(id))
  return {
    requestObject,
    clientId: asked.client_id,
    name: signerOf(requestObject),
    fields: specimens[0] ? askedFields(asked, specimens[0]) : [],
    specimens: specimens.map(({ id }) => id),
  }
}

/** As its certificate says; a wallet of somebody's own would judge that certificate first. */
function signerOf(requestObject: string): string {
  const [leaf = ''] = decodeProtectedHeader(requestObject).x5c ?? []
  return readCertificate(Buffer.from(leaf, 'base64')).name
}
