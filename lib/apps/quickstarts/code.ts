/** What goes into the code. `scope` is what a first sign-in asks for. */
export type QuickstartValues = { issuer: string; clientId: string; redirectUri: string; scope: string; hasSecret: boolean }

/** `install` fetches the libraries and is null when there are none; `run` starts what is in `file`. */
export type Quickstart = { install: string | null; file: string; run: string; code: string }

/** Lines of code; what is absent leaves no line. */
export const lines = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join('\n')

/** A text in single quotes, as JavaScript, Python and PHP read it. */
export const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

/** A text in double quotes, as Go, Java and C# read it. */
export const doubleQuoted = (text: string) => JSON.stringify(text).replaceAll("'", '\\u0027')

/** Where a program listens that is to be found at this address. */
export const portOf = (redirectUri: string) => new URL(redirectUri).port || '4000'
