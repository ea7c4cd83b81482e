import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { LegalPage } from './legal-page.tsx'
import { paying } from './terms/paying.tsx'
import { rules } from './terms/rules.tsx'
import { service } from './terms/service.tsx'

const sections = [...service, ...paying, ...rules]

/** What people and the operator owe each other. */
export default function TermsPage() {
  return (
    <LegalPage
      title={pageTitles.termsOfUse}
      lead={
        <p>
          What you can expect of {content.productName}, and what we expect of you. We have kept it short and plain, so
          that it can be read.
        </p>
      }
      sections={sections}
    />
  )
}
