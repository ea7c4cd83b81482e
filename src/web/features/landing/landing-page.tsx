import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { Button } from '../../components/button.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { ExamplePage } from './example-page.tsx'
import { Closing, Features, Offer, Statistics, Testimonials } from './sections.tsx'

function Hero() {
  const { before, underlined, after, lead, assurances } = content.hero
  return (
    <section className="wrap grid items-center gap-x-18 gap-y-12 pt-12 pb-16 md:pt-22 md:pb-24 lg:grid-cols-[1.02fr_0.98fr]">
      <div>
        <h1 className="text-[2.625rem] leading-[1.05] sm:text-[3.25rem] xl:text-[4rem]">
          {before} <span className="whitespace-nowrap shadow-[0_0.075em_0_var(--accent)]">{underlined}</span> {after}
        </h1>
        <p className="mt-6.5 mb-8.5 max-w-[29.5em] text-pretty text-[1.15625rem] leading-[1.6] text-ink-soft">{lead}</p>
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href="/register">Get Started</Link>
          </Button>
          <Button asChild look="plain">
            <Link href="/subscribe">See the plans</Link>
          </Button>
        </div>
        <ul className="mt-7 flex flex-wrap gap-x-4.5 gap-y-1 text-[0.84375rem] text-ink-soft">
          {assurances.map((assurance) => (
            <li key={assurance}>{assurance}</li>
          ))}
        </ul>
      </div>
      <ExamplePage />
    </section>
  )
}

/** The public front page. */
export default function LandingPage() {
  useDocumentTitle(pageTitles.home)
  return (
    <>
      <Hero />
      <Features />
      <Statistics />
      <Testimonials />
      <Offer />
      <Closing />
    </>
  )
}
