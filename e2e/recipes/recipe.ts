import type { AppFields } from '#lib/apps/fields'
import { CODE } from '../../app/docs/_guides/code'

/** Where a recipe is carried out. */
export type Place = {
  /** Kept from one time to the next: what was installed. */
  folder: string
  issuer: string
  /** `http://localhost:PORT` */
  origin: string
  clientId: string
  redirectUri: string
  run: (command: string, args: string[]) => Promise<void>
  write: (file: string, text: string) => void
}

type Started = { command: string; args: string[]; environment?: Record<string, string> }

/** A library, and the least of a program around what the documentation prints for it. */
export type Recipe = {
  /** Of a section of `/docs/libraries`, or what else is printed. */
  name: string
  clientType?: 'confidential' | 'native'
  /** Fields of the app that the section asks for. */
  app?: Partial<AppFields>
  /** Path of the return address. */
  callback: string
  /** Where somebody begins, and what they press there. */
  begin: string
  presses?: string
  /** What is seen at the end beside the name. */
  shows?: string
  install: (place: Place) => Promise<void>
  start: (place: Place) => Promise<Started> | Started
}

/** What a section prints, with this machine's address in place of the shop's. */
export function printed(name: string, { issuer, origin }: Pick<Place, 'issuer' | 'origin'>): string {
  const sample = CODE.libraries?.[name]
  if (!sample) throw new Error(`/docs/libraries prints nothing for ${name}`)
  return sample.code(issuer).replaceAll('https://shop.example', origin)
}
