import type { App, ClientType } from '#prisma/generated/client'

export type { App, ClientType }

export const CLIENT_TYPES = ['confidential', 'public', 'spa', 'mobile', 'native'] as const satisfies readonly ClientType[]
export const APP_STATUSES = ['active', 'inactive'] as const

/** How many addresses one app may register to lead people back to, and as many again for after logging out. */
export const MAX_REDIRECT_URIS = 20

export type AppStatus = (typeof APP_STATUSES)[number]

export const isClientType = (value: string): value is ClientType => (CLIENT_TYPES as readonly string[]).includes(value)
export const isAppStatus = (value: string): value is AppStatus => (APP_STATUSES as readonly string[]).includes(value)

/** A public client cannot keep a secret: it uses PKCE and gets no refresh token. @see RFC 6749 §2.1 */
export const isPublicClient = (clientType: ClientType) => clientType !== 'confidential'
