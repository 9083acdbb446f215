import { AboutPage, aboutMetadata } from '../../_about/about-page'

export const generateMetadata = () => aboutMetadata('security')

export default function SecurityPage() {
  return <AboutPage page="security" />
}
