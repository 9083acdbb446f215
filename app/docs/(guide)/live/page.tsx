import { titled } from '../../_components/page-texts'
import { Guide } from '../../_guides/guide'

export const generateMetadata = titled('live')

export default function LivePage() {
  return <Guide name="live" />
}
