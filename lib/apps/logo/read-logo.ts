import { isId } from '#lib/core/random-id'
import { findLogo } from './store'

/** @returns the PNG; null when there is none of that id, or no more */
export const readLogo = async (id: string): Promise<Buffer | null> => (isId('lgo', id) ? findLogo(id) : null)
