import { AboutPage, aboutMetadata } from '../../_about/about-page'

export const generateMetadata = () => aboutMetadata('help')

export default function HelpPage() {
  return <AboutPage page="help" />
}
