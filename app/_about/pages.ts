/** The pages about the service itself, by their addresses. */
export const ABOUT_PAGES = ['help', 'privacy', 'terms', 'accessibility', 'security'] as const

export type AboutPageName = (typeof ABOUT_PAGES)[number]
