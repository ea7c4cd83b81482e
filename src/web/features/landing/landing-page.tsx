import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { examples } from '../../../shared/examples.ts'
import { extensionsOfGroup, formatsOfGroup } from '../../../shared/formats.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Closing } from '../../components/closing.tsx'
import { textLinkStyle } from '../../components/links.tsx'
import { typesetNumbers } from '../../components/unbroken-text.tsx'
import { cn } from '../../lib/cn.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { useSite } from '../../lib/site.ts'
import { ExamplePage } from './example-page.tsx'

function Features() {
  const { recordingBytes } = useSite()
  return (
    <section aria-label="Features" className="wrap">
      <ul className="grid border-y border-line md:grid-cols-3">
        {content.features.map(({ title, text }) => (
          <li
            key={title}
            className="border-line py-8 not-first:max-md:border-t md:px-9 md:py-11 md:not-first:border-l md:first:pl-0 md:last:pr-0"
          >
            <h2 className="text-[1.5rem] leading-tight">{title}</h2>
            <p className="mt-2.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-9 max-w-[62em] text-[0.8125rem] text-pretty text-ink-soft">
        Reads YouTube videos, articles, pasted text, and files: {formatsOfGroup('document')}, {formatsOfGroup('epub')}.
        {recordingBytes !== null && ` Listens to podcasts and recordings: ${extensionsOfGroup('audio')}.`}
      </p>
    </section>
  )
}

function Statistics() {
  const { title, figures, footnote } = content.statistics
  return (
    <section aria-labelledby="statistics" className="wrap py-16 md:py-24">
      <h2 id="statistics" className="text-[1.875rem] leading-tight md:text-[2.25rem]">
        {title}
      </h2>
      <dl className="mt-8 grid grid-cols-2 gap-x-6 gap-y-8 sm:gap-x-10 lg:grid-cols-4">
        {figures.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="mt-2.5 text-sm text-ink-soft">{label}</dt>
            <dd className="font-serif text-[2rem] leading-none font-medium sm:text-[2.75rem] tracking-[-0.02em] tabular-nums">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-9 text-[0.8125rem] text-ink-soft">{footnote}</p>
    </section>
  )
}

function Testimonials() {
  const { title, quotes } = content.testimonials
  return (
    <section aria-labelledby="testimonials" className="border-y border-line bg-raised">
      <div className="wrap py-16 md:py-22">
        <h2 id="testimonials" className="sr-only">
          {title}
        </h2>
        <ul className="grid gap-x-12 gap-y-11 md:grid-cols-3">
          {quotes.map(({ text, name, role }) => (
            <li key={name}>
              <figure>
                <blockquote className="font-serif text-[1.25rem] leading-[1.45] text-pretty [hanging-punctuation:first]">
                  “{text}”
                </blockquote>
                <figcaption className="mt-4 text-[0.84375rem] text-ink-soft">
                  <span className="font-medium text-ink">{name}</span>, {role}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Offer() {
  const { label, text, action } = content.offer
  return (
    <section aria-label={label} className="wrap pt-16 md:pt-24">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-card bg-wash px-6 py-5 sm:px-8">
        <p className="min-w-0 flex-[1_1_24rem] text-balance">
          <span className="mr-2 font-medium text-accent">{label}.</span>
          {text}
        </p>
        <Link href="/subscribe" className={cn(textLinkStyle, 'relative touch-target font-medium')}>
          {action}
        </Link>
      </div>
    </section>
  )
}

function Hero() {
  const { sells, isOpen } = useSite()
  const { before, underlined, after, lead, assurances } = content.hero
  return (
    <section className="wrap grid items-start gap-x-18 gap-y-12 pt-12 pb-16 md:pt-22 md:pb-24 lg:grid-cols-[1.02fr_0.98fr]">
      <div className="lg:pt-20">
        <h1 className="text-[2.625rem] leading-[1.05] sm:text-[3.25rem] xl:text-[4rem]">
          {before} <span className="whitespace-nowrap shadow-[0_0.075em_0_var(--accent)]">{underlined}</span> {after}
        </h1>
        <p className="mt-6.5 mb-8.5 max-w-[29.5em] text-pretty text-[1.15625rem] leading-[1.6] text-ink-soft">
          {typesetNumbers(lead)}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            {isOpen ? <Link href={pagePaths.register}>Get Started</Link> : <Link href={pagePaths.login}>Log In</Link>}
          </Button>
          {sells ? (
            <ButtonLink look="plain" href={pagePaths.subscribe}>
              See the plans
            </ButtonLink>
          ) : null}
        </div>
        {sells ? (
          <ul className="mt-7 flex flex-wrap gap-x-4.5 gap-y-1 text-[0.84375rem] text-ink-soft">
            {assurances.map((assurance) => (
              <li key={assurance}>{assurance}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <ExamplePage />
    </section>
  )
}

function Examples() {
  return (
    <nav
      aria-labelledby="examples"
      className="wrap grid gap-x-10 gap-y-1 pb-12 text-[0.9375rem] md:grid-cols-[auto_repeat(3,minmax(0,1fr))] md:items-baseline md:pb-16"
    >
      <h2 id="examples" className="font-sans text-[0.9375rem] tracking-normal text-ink-soft">
        See it on
      </h2>
      {examples.map(({ page, kind, title, length }) => (
        <p key={page} className="group relative py-1.5 md:py-0">
          <Link
            href={pagePaths[page]}
            className="font-medium underline decoration-line-strong underline-offset-3 group-hover:decoration-ink after:absolute after:inset-0"
          >
            {kind}
          </Link>
          <span className="mt-0.5 block text-[0.8125rem] text-pretty text-ink-soft">
            {title}, {length}
          </span>
        </p>
      ))}
      <p className="mt-3 text-[0.8125rem] text-pretty text-ink-soft md:col-start-2 md:col-end-5">
        We wrote these summaries by hand. Each page also shows what the built-in engine makes of the same source.
      </p>
    </nav>
  )
}

/** The public front page; without its advertising where nothing is sold. */
export default function LandingPage() {
  const { sells } = useSite()
  useDocumentTitle(pageTitles.home)
  return (
    <>
      <Hero />
      <Examples />
      <Features />
      {sells ? (
        <>
          <Statistics />
          <Testimonials />
          <Offer />
        </>
      ) : null}
      <Closing />
    </>
  )
}
