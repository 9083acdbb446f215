import { AboutPage, aboutMetadata } from '../../_about/about-page'

export const generateMetadata = () => aboutMetadata('accessibility')

export default function AccessibilityPage() {
  return <AboutPage page="accessibility" />
}
