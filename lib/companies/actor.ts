declare const checked: unique symbol

type Fields = { companyId: string; kind: 'api_key' | 'staff'; id: string }

/**
 * Who acts for a company: a server with an API key, or a member of staff in the panel. Nothing else passes for one: the
 * mark is a type of this file, and the rules of imports say who may call `checkedActor`.
 */
export type CompanyActor = Fields & { readonly [checked]: true }

/** For the functions that have just checked a key or a session, and for fixtures. */
export const checkedActor = (fields: Fields): CompanyActor => fields as CompanyActor
