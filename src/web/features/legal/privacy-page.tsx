import { pageTitles } from '../../../shared/page-metadata.ts'
import { LegalPage } from './legal-page.tsx'
import markdown from './privacy-policy.md?raw'

export default function PrivacyPage() {
  return <LegalPage title={pageTitles.privacyPolicy} markdown={markdown} />
}
