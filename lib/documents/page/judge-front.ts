import { NEEDED, type PageVerdict } from './judge-page'

/** Fields of the zone that a front must show to belong to it. Spec: Levels of assurance, `page` */
const FEWEST_FIELDS = 2

/**
 * Whether a picture is the other side of the document with the zone.
 * @returns null when it is
 */
export function judgeFront({ fields, captions, viz, showsZone }: PageVerdict): 'page_not_found' | 'sides_do_not_match' | 'viz_mismatch' | null {
  // The side with the zone shows the zone's fields, and proves nothing about the other.
  if (showsZone) return 'sides_do_not_match'
  const agreeing = NEEDED.filter((name) => fields[name] === 'agrees').length
  if (agreeing >= FEWEST_FIELDS) return viz === 'fail' ? 'viz_mismatch' : null
  return agreeing === 0 && captions === 0 ? 'page_not_found' : 'sides_do_not_match'
}
