import { expireQueuedMails } from './store/deliver'

/** Gives up mail that could not be delivered in time; its person sees `expired`. */
export const expireMails = () => expireQueuedMails('expired')
