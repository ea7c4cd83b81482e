import { pageTitles } from '../../../shared/page-metadata.ts'
import { LegalPage } from './legal-page.tsx'
import markdown from './terms-of-use.md?raw'

export default function TermsPage() {
  return <LegalPage title={pageTitles.termsOfUse} markdown={markdown} />
}
