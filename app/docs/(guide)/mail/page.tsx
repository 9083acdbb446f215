import { titled } from '../../_components/page-texts'
import { Guide } from '../../_guides/guide'

export const generateMetadata = titled('mail')

export default function MailPage() {
  return <Guide name="mail" />
}
