/** One thing that was tried, in one sentence. `bad` keeps something from working; `warn` is worth a look. */
export type Finding = { subject: 'settings' | 'database' | 'smarthost' | 'filter' | 'DNS' | 'address'; look: 'good' | 'warn' | 'bad'; text: string }

const MARKS = { good: '✓', warn: '!', bad: '✗' }

export const findingLines = (findings: readonly Finding[]) =>
  findings.map(({ subject, look, text }) => `${MARKS[look]} ${subject.padEnd(9)}  ${text}`)

/** Findings of one subject. */
export const about = (subject: Finding['subject']) => ({
  good: (text: string): Finding => ({ subject, look: 'good', text }),
  warn: (text: string): Finding => ({ subject, look: 'warn', text }),
  bad: (text: string): Finding => ({ subject, look: 'bad', text }),
})
