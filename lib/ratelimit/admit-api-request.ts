import { env } from '#lib/core/env'
import { admitRequest } from './store'

const WINDOW_SECONDS = 60

export type Admission = { isAdmitted: boolean; waitSeconds: number; headers: Record<string, string> }

/**
 * Whether one more request of this key fits into the last minute, for the key and for its company. Many keys do not
 * help. Spec: Limits, request rate. @see draft-ietf-httpapi-ratelimit-headers
 */
export async function admitApiRequest(companyId: string, keyId: string): Promise<Admission> {
  const { API_RATE_PER_KEY: perKey, API_RATE_PER_COMPANY: perCompany } = env()
  const { isAdmitted, waitSeconds, keyUsed, companyUsed } = await admitRequest(companyId, keyId, perCompany, perKey)
  const reset = isAdmitted ? WINDOW_SECONDS : waitSeconds
  const headers: Record<string, string> = {
    'RateLimit-Policy': `"key";q=${perKey};w=${WINDOW_SECONDS}, "company";q=${perCompany};w=${WINDOW_SECONDS}`,
    RateLimit: `"key";r=${Math.max(perKey - keyUsed, 0)};t=${reset}, "company";r=${Math.max(perCompany - companyUsed, 0)};t=${reset}`,
  }
  if (!isAdmitted) headers['Retry-After'] = String(waitSeconds)
  return { isAdmitted, waitSeconds, headers }
}
