import { pageTitles } from '../../../shared/page-metadata.ts'
import { LegalPage } from './legal-page.tsx'
import { parseLegalText } from './legal-text.ts'
import markdown from './terms-of-use.md?raw'

const text = parseLegalText(markdown)

/** The terms of use. */
export default function TermsPage() {
  return <LegalPage title={pageTitles.termsOfUse} text={text} />
}
