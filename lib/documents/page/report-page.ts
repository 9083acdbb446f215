import { type FieldName, PAGE_FIELDS, type PageReport } from '../types'
import { NEVER_DOUBTFUL, type PageVerdict } from './judge-page'

/** What was seen beside the text. */
type Surroundings = Pick<PageReport, 'outline' | 'portraitArea'> & {
  /** Nothing is where the portrait would be. */
  isBlank: boolean
  /** A card's fields are counted together, and its back need have none of them. */
  side: 'page' | 'front' | 'back'
}

/** Fewer captions and fields are no page: lines on paper. */
const FEWEST_SIGNS = 2

const none = Object.fromEntries(PAGE_FIELDS.map((name) => [name, 'absent'])) as PageReport['fields']

/** Of a picture whose page could not be located. */
export const UNLOCATED: PageReport = { viz: 'unclear', shortfall: 'page_not_found', fields: none, names: null, portraitArea: null, outline: null }

/** Says what a page is worth. Spec: Levels of assurance, `page` */
export function reportPage({ viz, fields, names, captions }: PageVerdict, { isBlank, side, ...places }: Surroundings): PageReport {
  const agreeing = PAGE_FIELDS.filter((name) => fields[name] === 'agrees')
  const hasSigns = captions >= FEWEST_SIGNS && (side === 'back' || captions + agreeing.length > FEWEST_SIGNS)
  const isPage = !isBlank && hasSigns
  // A card's five fields are counted over both sides; what is doubtful on either stays so.
  const isEnough = side === 'page' ? viz === 'pass' : NEVER_DOUBTFUL.every((name) => fields[name] !== 'doubtful')
  const shortfall = !isPage ? 'page_not_found' : isEnough ? null : 'assurance_not_reached'
  const reported = (name: FieldName) => [name, fields[name] === 'agrees' ? 'agrees' : 'absent']
  return {
    viz: viz === 'pass' && isPage ? 'pass' : 'unclear',
    shortfall,
    fields: Object.fromEntries(PAGE_FIELDS.map(reported)) as PageReport['fields'],
    names,
    ...places,
  }
}
