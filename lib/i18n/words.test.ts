import { expect, it } from 'vitest'
import type { Locale } from './locales'
import { MESSAGES } from './messages'

/** Words that were tried and left behind, and what stands for them now. One thing has one name on every screen and in every mail. */
const LEFT_BEHIND: Record<Locale, [RegExp, string][]> = {
  en: [
    [/\be-mail/i, 'email'],
    [/\bsign(s|ed|ing)?[ -](\w+ )?(in|out)\b/i, 'log in, log out'],
    [/\blogin\b|\blogout\b/i, 'log in, log-in'],
    [/look into (your|the) mailbox/i, 'Check your email'],
    [/do not fit together/i, 'Wrong email or password'],
    [/call(s|ed)? it off|called off/i, 'cancels it'],
    [/^take back\b|\btook back\b/i, 'Stop sharing'],
    [/like the system/i, 'System'],
    [/unwanted mail/i, 'spam'],
  ],
  pl: [
    [/odnośnik/i, 'link'],
    [/\bemail/i, 'e-mail'],
    [/oznaczeni(e|em|a) (w|u|tej|tylko)/i, 'pseudonim'],
    [/do siebie nie pasują/i, 'Nieprawidłowy e-mail lub hasło'],
    [/zajrzyj do skrzynki/i, 'Sprawdź pocztę'],
    [/^jak w systemie/i, 'Systemowy'],
    [/odwołuje usunięcie|usunięcie można odwołać/i, 'anuluje usunięcie'],
    [/wyzerow|wyzeruj/i, 'zresetować'],
    [/zalogowany\/a|\(a\)\b|zalogowany lub zalogowana/i, 'a sentence without gender'],
  ],
  de: [
    [/\b(email|e-mail-adress?e?n? adresse|einloggen|ausloggen|login|logout)\b/i, 'E-Mail, anmelden, abmelden'],
    [/\b(du|dich|dir|deine?n?)\b/, 'Sie'],
    [/Nutzer\*innen|NutzerInnen|Nutzer:innen/, 'Menschen'],
  ],
}

/** Every sentence with the path of its key, without the values, marks and names of standards within it. */
function sentences(node: unknown, path = ''): [path: string, sentence: string][] {
  if (typeof node === 'string')
    return [[path, node.replaceAll(/<code>.*?<\/code>|`[^`]+`|<\/?\w+>|Back-Channel Logout/g, '').replaceAll(/\{\w+\}/g, '…')]]
  return Object.entries(node as object).flatMap(([key, value]) => sentences(value, path ? `${path}.${key}` : key))
}

it.each(Object.keys(LEFT_BEHIND) as Locale[])('no text (%s) uses a word that another one stands for', (locale) => {
  const found = sentences(MESSAGES[locale]).flatMap(([path, sentence]) =>
    LEFT_BEHIND[locale].filter(([word]) => word.test(sentence)).map(([, instead]) => `${path}: “${sentence}” → ${instead}`),
  )
  expect(found).toEqual([])
})
