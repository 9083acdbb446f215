import { readableColours, type Theme } from './readable-colours'

/** The company's own pages about an app. */
export type AppLinks = { tos: string | null; policy: string | null; support: string | null }

/**
 * How an app presents itself to people, beside its name.
 * @property logoPath of the picture, which is ours
 * @property colours for each theme; null without one
 * @property isVerified the operator looked at it as it is now; else it is the company's own claim
 */
export type AppFace = { logoPath: string | null; colours: Record<Theme, string> | null; links: AppLinks; isVerified: boolean }

/** What to select of an app for it. */
export const FACE_COLUMNS = { logoUri: true, brandColor: true, tosUri: true, policyUri: true, supportUri: true, faceVerifiedAt: true } as const

type Columns = Record<Exclude<keyof typeof FACE_COLUMNS, 'faceVerifiedAt'>, string | null> & { faceVerifiedAt: Date | null }

export const faceOf = (app: Columns): AppFace => ({
  logoPath: app.logoUri,
  colours: app.brandColor === null ? null : readableColours(app.brandColor),
  links: { tos: app.tosUri, policy: app.policyUri, support: app.supportUri },
  isVerified: app.faceVerifiedAt !== null,
})

/** Whether it says anything that nobody checked. */
export const isClaimed = ({ logoPath, colours, links, isVerified }: AppFace): boolean =>
  !isVerified && (logoPath !== null || colours !== null || Object.values(links).some((link) => link !== null))

/** Fields that are the face, with the name: who changes one of them is looked at anew. */
export const FACE_FIELDS = ['name', 'logo_uri', 'brand_color', 'tos_uri', 'policy_uri', 'support_uri'] as const
