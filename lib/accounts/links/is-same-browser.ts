import { deviceHashOf } from '../client'
import type { FoundLink } from './store'

/** Whether the link is opened in the browser that asked for it. */
export const isSameBrowser = ({ browserHash }: FoundLink, browserSecret: string | undefined): boolean =>
  browserSecret !== undefined && browserHash?.equals(deviceHashOf(browserSecret)) === true
