import { workThrough } from '#lib/jobs/work-queue'
import { deliverMailQueue } from '../deliver-mail.job'

/** Sends every mail that is due, as the worker does each second. */
export const deliverDueMails = () => workThrough(deliverMailQueue)(new AbortController().signal)
