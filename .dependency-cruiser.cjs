/** Which way imports may run. `npm run check` holds the tree to it. */
const domains =
  'accounts|companies|apps|playground|scopes|subjects|grants|users|oauth|documents|verifications|mail|relay|receipts|webhooks|signals|wallet|request-log'

module.exports = {
  forbidden: [
    { name: 'no-circles', comment: 'Nothing imports what imports it.', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', comment: 'What is imported exists.', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'core-knows-no-domain',
      comment: '`lib/core` knows no domain.',
      severity: 'error',
      from: { path: '^lib/core/' },
      to: { path: '^(lib/(?!core/)|app/|components/)' },
    },
    {
      name: 'domains-know-no-http-and-no-session',
      comment: 'Domains know neither requests nor sessions nor pages.',
      severity: 'error',
      from: { path: `^lib/(${domains}|audit|events|i18n)/` },
      to: { path: '^(lib/(http|session)/|app/|components/)' },
    },
    {
      name: 'privacy-stands-above-the-domains',
      comment: 'Exporting and erasing a person reaches into every domain; none knows of it.',
      severity: 'error',
      from: { path: `^lib/(${domains}|audit|events|jobs|purge)/` },
      to: { path: '^lib/privacy/' },
    },
    {
      name: 'accounts-are-of-no-realm',
      comment: '`lib/accounts` is of people and staff alike, so it knows neither.',
      severity: 'error',
      from: { path: '^lib/accounts/' },
      to: { path: '^lib/(?!accounts/|core/)' },
    },
    {
      name: 'oauth-stays-above-its-parts',
      comment: 'What the protocol and verifications are made of does not know them.',
      severity: 'error',
      from: { path: '^lib/(playground|grants|subjects|apps|scopes|users|companies|mail|relay|documents|receipts|wallet)/' },
      to: { path: '^lib/(oauth|verifications)/' },
    },
    {
      name: 'components-fit-any-product',
      comment: '`components/ui` imports nothing of ours.',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(lib|app)/' },
    },
    {
      name: 'next-only-in-app-and-session',
      comment: 'Only `app` and `lib/session` know Next.',
      severity: 'error',
      from: { path: '^lib/(?!session/)' },
      to: { path: '(^|/)node_modules/next(-auth)?/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'Only stores and `lib/core` open the database or its client.',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: '^lib/(core/|.*store(\\.ts|/))|\\.test\\.ts$' },
      to: { path: '^(node_modules/pg/|prisma/generated/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'actors-are-made-where-they-are-checked',
      comment: 'Only what checked a key or a session makes a `CompanyActor`.',
      severity: 'error',
      from: {
        path: '^(app|lib)/',
        pathNot: '^lib/(companies/(authenticate-api-key|schema)|session/staff-actor)\\.ts$',
      },
      to: { path: '^lib/companies/actor\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-open-no-database',
      comment: 'A page calls a reader of a domain and opens no database itself.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^lib/core/(db|batch|copy)' },
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
