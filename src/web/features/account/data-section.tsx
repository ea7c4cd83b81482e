import { Link } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { MyDataLink } from './my-data-link.tsx'
import { Section } from './section.tsx'

/** All that is kept about the person, to take along. */
export function DataSection() {
  return (
    <Section
      id="your-data"
      title="Your data"
      lead={
        <>
          One zip file with everything kept about you: your profile, your sessions and requests, and every summary, as
          JSON for programs and as Markdown to read. The{' '}
          <Link href={pagePaths.privacyPolicy} className="relative touch-target text-ink underline underline-offset-3">
            privacy policy
          </Link>{' '}
          says what is kept, why, and for how long.
        </>
      }
    >
      <MyDataLink label="Download my data" />
    </Section>
  )
}
