/** Which way imports may run. `npm run check` holds the tree to it. */
const domains = 'accounts|companies|apps|playground|scopes|subjects|grants|users|oauth|documents|verifications|mail|relay|receipts'

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'core-knows-no-domain',
      severity: 'error',
      from: { path: '^lib/core/' },
      to: { path: '^(lib/(?!core/)|app/|components/)' },
    },
    {
      name: 'domains-know-no-http-and-no-session',
      severity: 'error',
      from: { path: `^lib/(${domains}|audit|i18n)/` },
      to: { path: '^(lib/(http|session)/|app/|components/)' },
    },
    {
      name: 'privacy-stands-above-the-domains',
      severity: 'error',
      from: { path: `^lib/(${domains}|audit|jobs|purge)/` },
      to: { path: '^lib/privacy/' },
    },
    {
      name: 'accounts-are-of-no-realm',
      severity: 'error',
      from: { path: '^lib/accounts/' },
      to: { path: '^lib/(?!accounts/|core/)' },
    },
    {
      name: 'oauth-stays-above-its-parts',
      severity: 'error',
      from: { path: '^lib/(playground|grants|subjects|apps|scopes|users|companies|mail|relay|documents|receipts)/' },
      to: { path: '^lib/(oauth|verifications)/' },
    },
    {
      name: 'components-fit-any-product',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(lib|app)/' },
    },
    {
      name: 'next-only-in-app-and-session',
      severity: 'error',
      from: { path: '^lib/(?!session/)' },
      to: { path: '(^|/)node_modules/next(-auth)?/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-only-in-stores',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: '^lib/(core/|.*store(\\.ts|/))|\\.test\\.ts$' },
      to: { path: '^(node_modules/pg/|prisma/generated/)', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^prisma/generated/|\\.test\\.ts$)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
}
