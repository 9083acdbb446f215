/**
 * Who a request says it is from, as far as a company may hear of it: an app that is named by its client id, or a key that was proven. Never
 * whose token it carries: whether that one still works is a person's affair.
 */
export type Caller = { clientId: string } | { companyId: string; keyId: string }

/**
 * One request, as the log has it.
 * @property endpoint method and pattern, such as `GET /api/v1/apps/:id`
 * @property code that it was refused with
 * @property reason a nearer one, of those that follow from what was sent
 * @property took milliseconds; null where a person's browser asked
 * @property library of a closed list
 * @property isProven whether the caller is who it says; what strangers send in an app's name is listed more sparingly
 */
export type Seen = {
  id: string
  caller: Caller
  endpoint: string
  status: number
  code: string | null
  reason: string | null
  took: number | null
  library: string | null
  isProven: boolean
}

/** Upper ends of the classes of latency, in milliseconds; the last class has none. */
export const LATENCY_ENDS = [10, 50, 250, 1000] as const

/** What the classes are called where companies' programs read them. */
export const LATENCY_CLASSES = ['under_10ms', 'under_50ms', 'under_250ms', 'under_1000ms', 'over_1000ms'] as const

export function latencyClass(milliseconds: number): number {
  const found = LATENCY_ENDS.findIndex((end) => milliseconds < end)
  return found < 0 ? LATENCY_ENDS.length : found
}
