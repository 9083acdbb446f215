import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'

/**
 * What a page says, as Markdown. Components of the server are called, those of the browser give what stands inside them; menus, forms and
 * buttons are left out. A section keeps its address.
 */
export async function markdownOf(node: ReactNode): Promise<string> {
  const text = await blockOf(node)
  return `${text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

type Props = { children?: ReactNode; href?: string; id?: string; lang?: string }

const LEFT_OUT = new Set(['nav', 'form', 'search', 'button', 'svg', 'noscript', 'script', 'style', 'figcaption'])

const CLIENT = Symbol.for('react.client.reference')

async function blockOf(node: ReactNode, around = ''): Promise<string> {
  const found = await node
  if (found === null || found === undefined || typeof found === 'boolean') return ''
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'bigint') return String(found)
  if (!isValidElement(found)) {
    const parts: string[] = []
    for (const part of found as Iterable<ReactNode>) parts.push(await blockOf(part, around))
    return parts.join('')
  }
  const { type, props } = found as ReactElement<Props>
  if (type === Fragment) return blockOf(props.children, around)
  if (typeof type === 'string') return hostOf(type, props, around)
  if ((type as { $$typeof?: symbol }).$$typeof === CLIENT || typeof type !== 'function') return linkOf(props, await blockOf(props.children, around))
  return blockOf(await (type as (given: Props) => ReactNode)(props), around)
}

const linkOf = ({ href }: Props, text: string) => (href && text.trim() ? `[${text.trim()}](${href})` : text)

async function hostOf(tag: string, props: Props, around: string): Promise<string> {
  if (LEFT_OUT.has(tag)) return ''
  const inner = await blockOf(props.children, tag === 'pre' ? 'pre' : around)
  if (around === 'pre') return inner
  const line = inner.replace(/\s+/g, ' ').trim()
  switch (tag) {
    case 'h1':
      return `# ${line}\n\n`
    case 'h2':
      return `## ${line}\n\n`
    case 'h3':
      return `### ${line}\n\n`
    case 'summary':
    case 'p':
      return `${line}\n\n`
    case 'pre':
      return `\n\`\`\`\n${inner.trimEnd()}\n\`\`\`\n\n`
    case 'code':
      return `\`${line}\``
    case 'a':
      return linkOf(props, inner)
    case 'li':
      return `${props.id ? anchorOf(props.id) : ''}- ${line.replaceAll('### ', '')}\n`
    case 'ul':
    case 'ol':
      return `${inner}\n`
    case 'dt':
      return `**${line}** `
    case 'dd':
      return `${line}\n`
    case 'section':
      return `${props.id ? anchorOf(props.id) : ''}${inner}\n`
    case 'wbr':
      return ''
    case 'span':
      return ` ${inner} `
    default:
      return `${inner}\n`
  }
}

const anchorOf = (id: string) => `<a id="${id}"></a>\n\n`
