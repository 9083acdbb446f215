/** The pages about the service itself, by their addresses. */
export const ABOUT_PAGES = ['help', 'privacy', 'processing', 'terms', 'accessibility', 'security', 'status', 'contact'] as const

/** Those that are texts of the operator's and ours; the status is asked for, and whom to write to is a setting. */
export type AboutPageName = Exclude<(typeof ABOUT_PAGES)[number], 'status' | 'contact'>
