import { env } from '#lib/core/env'

/** The full alias address that the e-mail claim carries. Spec: Claims and identifiers. */
export const aliasAddress = (localPart: string) => `${localPart}@${env().ALIAS_DOMAIN}`
