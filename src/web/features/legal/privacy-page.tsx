import { pageTitles } from '../../../shared/page-metadata.ts'
import { LegalPage } from './legal-page.tsx'
import { parseLegalText } from './legal-text.ts'
import markdown from './privacy-policy.md?raw'

const text = parseLegalText(markdown)

/** The privacy policy. */
export default function PrivacyPage() {
  return <LegalPage title={pageTitles.privacyPolicy} text={text} />
}
