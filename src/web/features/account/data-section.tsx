import { Download } from 'lucide-react'
import { Link } from 'wouter'
import { myDataPath } from '../../../shared/api/account-calls.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { Section } from './section.tsx'

/** All that is kept about the person, to take along. */
export function DataSection() {
  return (
    <Section
      id="your-data"
      title="Your data"
      lead="One zip file with everything kept about you: your profile, your sessions and requests, and every summary, as JSON for programs and as Markdown to read."
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button asChild look="plain">
          <a href={myDataPath}>
            <Download /> Download my data
          </a>
        </Button>
        <p className="text-sm text-ink-soft">
          What is kept and why:{' '}
          <Link href={pagePaths.privacyPolicy} className="relative touch-target text-ink underline underline-offset-3">
            Privacy policy
          </Link>
        </p>
      </div>
    </Section>
  )
}
