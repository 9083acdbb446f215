import { titled } from '../../_components/page-texts'
import { Retired } from '../../_components/retired'
import { Guide } from '../../_guides/guide'

export const generateMetadata = titled('versioning')

export default function VersioningPage() {
  return (
    <Guide name="versioning">
      <Retired />
    </Guide>
  )
}
