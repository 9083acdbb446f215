import type { z } from 'zod'
import { columnOf } from '#lib/apps/fields'
import type { OwnAddresses } from '#lib/apps/own-addresses'
import { type AppDraft, type DraftFaults, faultsOf, inputOf } from './_components/app-draft'

type Taken<Input> = { input: Input; faults?: undefined } | { input?: undefined; faults: DraftFaults }

/**
 * What a draft asks for. The form says itself what is wrong with what it knows; beyond that the rules of the management
 * interface hold for the same fields.
 * @param contract its parser, with what is not of the form
 */
export function takeDraft<Input>(
  draft: AppDraft,
  own: OwnAddresses,
  contract: (input: ReturnType<typeof inputOf>) => z.ZodSafeParseResult<Input>,
): Taken<Input> {
  const faults = faultsOf(draft, own)
  if (Object.keys(faults).length > 0) return { faults }
  const { data, error } = contract(inputOf(draft))
  if (!error) return { input: data }
  return { faults: { [columnOf(String(error.issues[0]?.path[0])) as keyof AppDraft]: 'refused' } }
}
