import { CREDENTIAL_TYPES } from '../catalogue'

/** Whether credentials of this type are of people who do not exist. */
export const isSpecimenType = (type: string): boolean => CREDENTIAL_TYPES.some((each) => each.type === type && each.isSpecimen)
