import type { MetadataRoute } from 'next'
import { ABOUT_PAGES } from './_about/pages'

/** What is for everybody may be found; panels and the pages of a log-in are nobody's search result. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: ['/$', '/docs', '/llms.txt$', ...ABOUT_PAGES.map((page) => `/${page}$`)], disallow: '/' } }
}
