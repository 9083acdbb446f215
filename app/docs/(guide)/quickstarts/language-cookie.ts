export const LANGUAGE_COOKIE = 'signet-docs-language'
