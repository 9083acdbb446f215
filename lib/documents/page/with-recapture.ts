import { decodeForRecapture, findRecapture } from '../recapture/find-recapture'
import type { PageReport } from '../types'

/**
 * A page that would do, unless it is a picture of a screen or of a print. Looked for last: it needs every pixel of the
 * picture, and tells nothing about a page that falls short already.
 * @param image as `inspectImage` returns it
 * @param isComplete false for a side whose fields are counted together with those of the other
 */
export async function withRecapture(image: Uint8Array, page: PageReport, isComplete: boolean): Promise<PageReport> {
  if (page.shortfall === 'page_not_found' || (isComplete && page.shortfall !== null)) return page
  const { sign } = findRecapture(await decodeForRecapture(image), page.outline)
  return sign ? { ...page, shortfall: 'recaptured' } : page
}
