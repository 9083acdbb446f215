import createNextIntlPlugin from 'next-intl/plugin'

const withNextIntl = createNextIntlPlugin('./app/_i18n/request.ts')

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  skipTrailingSlashRedirect: true,
  rewrites: async () => [{ source: '/docs/:page(.+)\\.md', destination: '/docs/markdown/:page' }],
  images: { unoptimized: true },
  serverExternalPackages: ['argon2', 'pg', '@prisma/client', '@prisma/adapter-pg', 'pino'],
  typescript: { ignoreBuildErrors: true }, // `npm run check` runs the type checker once, for the whole tree
}

export default withNextIntl(config)
