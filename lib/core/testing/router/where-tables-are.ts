/** Tables of companies that statements over people's rows join: the same rows are on every database. */
export const ALIKE: readonly string[] = ['companies', 'apps', 'signing_keys']
