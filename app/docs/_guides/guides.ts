import type { Messages } from '#lib/i18n/messages'

export type GuideName = keyof Messages['docsGuides']
