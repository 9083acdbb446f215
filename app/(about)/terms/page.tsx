import { AboutPage, aboutMetadata } from '../../_about/about-page'

export const generateMetadata = () => aboutMetadata('terms')

export default function TermsPage() {
  return <AboutPage page="terms" />
}
