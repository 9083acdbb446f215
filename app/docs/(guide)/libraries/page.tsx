import { titled } from '../../_components/page-texts'
import { Guide } from '../../_guides/guide'

export const generateMetadata = titled('libraries')

export default function LibrariesPage() {
  return <Guide name="libraries" />
}
