import { content } from '../../../../shared/content.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import type { LegalSection } from '../legal-page.tsx'
import { PageLink } from '../parts.tsx'

const { productName, operator, legal } = content

/** Who agrees with whom, on what. */
export const service: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    body: (
      <p>
        These terms are the contract between you and {operator.name}, {operator.address} (“we”), who runs {productName}.
        They hold once you create an account or use the service. How we handle your data stands in the{' '}
        <PageLink to={pagePaths.privacyPolicy}>Privacy Policy</PageLink>.
      </p>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        {productName} turns videos, articles, texts, documents and e&#8209;books that you point it to into summaries
        with key takeaways. What it reads, how much, and how long a summary is depends on your plan and on the source:
        some cannot be read, and we then say why. A summary that fails is not counted.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>
          You are at least {legal.minimumAge} years old, and old enough to enter into this contract where you live.
        </li>
        <li>What you tell us is true, and your email address is one that reaches you.</li>
        <li>An account is for one person. Keep your password to yourself, and tell us if somebody else has it.</li>
        <li>You answer for what is done with your account, unless it was taken from you without your fault.</li>
      </ul>
    ),
  },
]
