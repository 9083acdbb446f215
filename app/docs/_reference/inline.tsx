import { Code } from '../_components/rich'

/** Words of the document: what stands between backticks is code. */
export const Inline = ({ text }: { text: string }) =>
  text
    .split(/`([^`]+)`/)
    .map((part, index) => ({ part, at: `${index}:${part}`, isCode: index % 2 === 1 }))
    .map(({ part, at, isCode }) => (isCode ? <Code key={at}>{part}</Code> : part))
