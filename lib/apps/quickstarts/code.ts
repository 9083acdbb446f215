/** What goes into the code. `scope` is what a first sign-in asks for. */
export type QuickstartValues = { issuer: string; clientId: string; redirectUri: string; scope: string; hasSecret: boolean }

/** `install` fetches the libraries and is null when there are none; `run` starts what is in `file`. */
export type Quickstart = { install: string | null; file: string; run: string; code: string }

/** Lines of code; what is absent leaves no line. */
export const lines = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join('\n')

/** A text in single quotes, as JavaScript, Python and PHP read it. */
export const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
