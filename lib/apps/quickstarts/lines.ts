/** Lines of code; what is absent leaves no line. */
export const lines = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join('\n')

/** A text in single quotes, as JavaScript, Python and PHP read it. */
export const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
