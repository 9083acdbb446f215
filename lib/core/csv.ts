/** What a spreadsheet takes for a formula when a cell begins with it. @see OWASP, CSV Injection */
const FORMULA = /^[=+\-@\t\r]/

/** Quoted always; a text that a spreadsheet would calculate is led by an apostrophe, which makes it a text. */
const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** One record, with its line end. @see RFC 4180 §2 */
export const csvRecord = (texts: readonly string[]) => `${texts.map(cell).join(',')}\r\n`

/** Tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\uFEFF'
