import { titled } from '../../_components/page-texts'
import { Guide } from '../../_guides/guide'

export const generateMetadata = titled('advanced')

export default function AdvancedPage() {
  return <Guide name="advanced" />
}
