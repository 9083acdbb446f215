import { expect, it } from 'vitest'
import { z } from 'zod'
import { createAppInput } from '#lib/apps/contract'
import { type AppDraft, EMPTY_DRAFT } from './_components/app-draft'
import { takeDraft } from './take-draft'

const OWN = { ownOrigin: 'https://login.example' }
const DRAFT: AppDraft = { ...EMPTY_DRAFT, name: 'Shop', redirectUris: 'https://shop.example/cb', scopes: ['email'] }
const asNewApp = (fields: object) => createAppInput.safeParse({ ...fields, client_type: 'confidential' })

it('a draft becomes what the interface would have taken, with its name composed', () => {
  const { input } = takeDraft({ ...DRAFT, name: ' Cafe\u0301 ' }, OWN, asNewApp)
  expect(input).toMatchObject({ name: 'Caf\u00e9', redirect_uris: ['https://shop.example/cb'], scopes: ['email'], client_type: 'confidential' })
})

it('what the form has words for is said in those words', () => {
  expect(takeDraft({ ...DRAFT, name: '', redirectUris: '' }, OWN, asNewApp).faults).toEqual({ name: 'noName', redirectUris: 'noAddress' })
})

it('what only the interface refuses is refused at its field', () => {
  const stricter = (fields: object) => z.object({ post_logout_redirect_uris: z.array(z.string()).min(1) }).safeParse(fields)
  expect(takeDraft(DRAFT, OWN, stricter).faults).toEqual({ postLogoutRedirectUris: 'refused' })
})
