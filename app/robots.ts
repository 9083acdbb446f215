import type { MetadataRoute } from 'next'

/** What is for everybody may be found; panels and the pages of a sign-in are nobody's search result. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: ['/$', '/docs'], disallow: '/' } }
}
