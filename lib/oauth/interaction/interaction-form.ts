import { bindForm, isBoundTo } from '#lib/core/form-binding'

/**
 * A screen shows one person's name and data, and a browser may be somebody else's by the time its button is pressed. So
 * each form of an authorization request is good for the session it was drawn for, and for nothing else.
 */
export type DrawnForm = 'consent' | 'choose_account'

export const drawnFor = (form: DrawnForm, interactionId: string, sessionHash: Buffer): string =>
  bindForm(form, interactionId, sessionHash.toString('base64url'))

export const isDrawnFor = (mark: string, form: DrawnForm, interactionId: string, sessionHash: Buffer): boolean =>
  isBoundTo(mark, form, interactionId, sessionHash.toString('base64url'))
