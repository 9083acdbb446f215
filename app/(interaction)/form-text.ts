/** A text field of a form; '' when it is missing or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** One value of a query parameter; repeated ones count as missing. */
export const oneOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** A path with those of the parameters that have a value. */
export function withQuery(path: string, parameters: Record<string, string | undefined>): string {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return present.length > 0 ? `${path}?${new URLSearchParams(present)}` : path
}
