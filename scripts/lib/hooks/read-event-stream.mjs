/**
 * The events of a stream, as they come; one without data says only how far the stream is. @see HTML Living Standard §9.2.6
 * @param {AsyncIterable<Uint8Array>} body
 * @returns {AsyncGenerator<{ id: string, type?: string, data?: string }>}
 */
export async function* readEventStream(body) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true })
    let end = text.indexOf('\n\n')
    while (end >= 0) {
      const message = text.slice(0, end)
      text = text.slice(end + 2)
      end = text.indexOf('\n\n')
      const field = (/** @type {string} */ name) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1]
      const [id, type, data] = [field('id'), field('event'), field('data')]
      if (id) yield { id, type, data }
    }
  }
}
