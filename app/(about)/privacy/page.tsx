import { AboutPage, aboutMetadata } from '../../_about/about-page'

export const generateMetadata = () => aboutMetadata('privacy')

export default function PrivacyPage() {
  return <AboutPage page="privacy" />
}
