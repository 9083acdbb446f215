import { deviceHashOf } from '../client'
import type { FoundLink } from './store'

/** Whether the link is opened in the browser that asked for it. */
export const isSameBrowser = ({ browserHash }: FoundLink, browserSecret: string | undefined): boolean =>
  browserSecret !== undefined && browserHash?.equals(deviceHashOf(browserSecret)) === true

/** Of all that this browser waits for, the secret under which it asked for the link; null when another browser asked. */
export const askedWith = (link: FoundLink, browserSecrets: readonly string[]): string | null =>
  browserSecrets.find((secret) => isSameBrowser(link, secret)) ?? null
