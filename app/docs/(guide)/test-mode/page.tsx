import { titled } from '../../_components/page-texts'
import { Guide } from '../../_guides/guide'

export const generateMetadata = titled('testMode')

export default function TestModePage() {
  return <Guide name="testMode" />
}
