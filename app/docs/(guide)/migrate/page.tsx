import { titled } from '../../_components/page-texts'
import { Guide } from '../../_guides/guide'

export const generateMetadata = titled('migrate')

export default function MigratePage() {
  return <Guide name="migrate" />
}
