/** What the service is made of, as people are told of it. */
export const PARTS = ['service', 'mail', 'verifications'] as const

export type Part = (typeof PARTS)[number]

export type Standing = 'up' | 'slow' | 'down'
