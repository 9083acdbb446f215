import enCompany from '#messages/en/company'
import enPeople from '#messages/en/people'
import enShared from '#messages/en/shared'
import plCompany from '#messages/pl/company'
import plPeople from '#messages/pl/people'
import plShared from '#messages/pl/shared'
import type { Locale } from './locales'

/** Every text of the interface, one file an audience and language. English is the shape the others must have. */
export type Messages = typeof enShared & typeof enPeople & typeof enCompany

export const MESSAGES: Record<Locale, Messages> = {
  en: { ...enShared, ...enPeople, ...enCompany },
  pl: { ...plShared, ...plPeople, ...plCompany },
}
