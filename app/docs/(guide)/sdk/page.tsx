import { titled } from '../../_components/page-texts'
import { Guide } from '../../_guides/guide'

export const generateMetadata = titled('sdk')

export default function SdkPage() {
  return <Guide name="sdk" />
}
