import enApps from '#messages/en/apps' with { type: 'json' }
import enArrival from '#messages/en/arrival' with { type: 'json' }
import enCompany from '#messages/en/company' with { type: 'json' }
import enDocs from '#messages/en/docs' with { type: 'json' }
import enMails from '#messages/en/mails' with { type: 'json' }
import enOrganisation from '#messages/en/organisation' with { type: 'json' }
import enPeople from '#messages/en/people' with { type: 'json' }
import enShared from '#messages/en/shared' with { type: 'json' }
import enVerification from '#messages/en/verification' with { type: 'json' }
import plApps from '#messages/pl/apps' with { type: 'json' }
import plArrival from '#messages/pl/arrival' with { type: 'json' }
import plCompany from '#messages/pl/company' with { type: 'json' }
import plDocs from '#messages/pl/docs' with { type: 'json' }
import plMails from '#messages/pl/mails' with { type: 'json' }
import plOrganisation from '#messages/pl/organisation' with { type: 'json' }
import plPeople from '#messages/pl/people' with { type: 'json' }
import plShared from '#messages/pl/shared' with { type: 'json' }
import plVerification from '#messages/pl/verification' with { type: 'json' }
import type { Locale } from './locales'

/** Every text of the interface, one file an audience and language. English is the shape the others must have. */
const en = { ...enShared, ...enPeople, ...enArrival, ...enMails, ...enCompany, ...enApps, ...enOrganisation, ...enVerification, ...enDocs }
const pl: typeof en = { ...plShared, ...plPeople, ...plArrival, ...plMails, ...plCompany, ...plApps, ...plOrganisation, ...plVerification, ...plDocs }

export type Messages = typeof en

export const MESSAGES: Record<Locale, Messages> = { en, pl }
