import { expect, it } from 'vitest'
import { picturesFor } from '../picture-kinds'

it.each([
  ['the lines of anything are on one side', 'card', 'zone', ['document']],
  ["a passport's page is one picture", 'passport', 'page', ['document']],
  ["a card's page is both sides", 'card', 'page', ['document', 'front']],
  ['a card with everything on one side is one picture', 'single', 'page', ['document']],
  ['a person is asked for their face and a turn of the head', 'passport', 'person', ['document', 'selfie', 'turned']],
  ['with a card after both its sides', 'card', 'person', ['document', 'front', 'selfie', 'turned']],
] as const)('%s', (_, document, least, pictures) => {
  expect(picturesFor(document, least)).toEqual(pictures)
})
