import { type Destination, destinationFields, destinationOf } from '#lib/session/destination'
import { formText, oneOf, withQuery } from './form-text'

type Search = Record<string, string | string[] | undefined>

/** Where somebody was going, as the address of a page or a form says it. */
export const destinationIn = (search: Search): Destination => destinationOf((name) => oneOf(search[name]))
export const destinationFrom = (form: FormData): Destination => destinationOf((name) => formText(form, name))

/** A page of the way in, which goes on to where somebody was going. */
export const entryPath = (path: string, to: Destination, also: Record<string, string | undefined> = {}) =>
  withQuery(path, { ...destinationFields(to), ...also })
