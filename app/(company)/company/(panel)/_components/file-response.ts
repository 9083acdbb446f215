import { utcDay } from '#lib/core/time'

/** A file that is made while it is sent. @param name of the file, before its day */
export function fileResponse(pieces: AsyncGenerator<string>, { name, type, extension }: { name: string; type: string; extension: string }): Response {
  const body = new ReadableStream<string>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  }).pipeThrough(new TextEncoderStream())
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="signet-${name}-${utcDay(new Date())}.${extension}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
