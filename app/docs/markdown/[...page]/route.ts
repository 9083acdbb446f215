import { readMarkdown } from '../../_markdown/read-markdown'

type Context = { params: Promise<{ page: string[] }> }

/** `/docs/{page}.md`, and `/docs/index.md` for the first. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { page } = await params
  const text = await readMarkdown(page.join('/'))
  if (text === null)
    return new Response('There is no such page.\n', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  return new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8', 'Cache-Control': 'private, no-cache' } })
}
