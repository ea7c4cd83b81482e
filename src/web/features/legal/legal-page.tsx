import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { useSectionInView, useSectionOfAddress } from '../../lib/page/section-in-view.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { parseLegalText } from './legal-text.ts'

const COOKIE_SETTINGS = '#cookie-settings'

function TextLink({ href, children }: { href: string; children: string }) {
  if (href.startsWith('/')) return <Link href={href}>{children}</Link>
  if (href !== COOKIE_SETTINGS) return <a href={href}>{children}</a>
  return (
    <button
      type="button"
      data-cookies="settings"
      className="relative touch-target underline decoration-line-strong underline-offset-3 hover:decoration-current print:hidden"
    >
      {children}
    </button>
  )
}

/** Markdown text with links, code and hard line breaks. */
function Inline({ text }: { text: string }) {
  return text.split(/(\[[^[\]]+\]\([^)]+\)|`[^`]+`|\\\n)/u).map((part, index) => {
    const [, label, href] = /^\[(.+)\]\((.+)\)$/u.exec(part) ?? []
    /* oxlint-disable react/no-array-index-key */
    if (label !== undefined && href !== undefined) {
      return (
        <TextLink key={index} href={href}>
          {label}
        </TextLink>
      )
    }
    if (part.startsWith('`')) return <code key={index}>{part.slice(1, -1)}</code>
    return part === '\\\n' ? <br key={index} /> : part
    /* oxlint-enable react/no-array-index-key */
  })
}

const Entry = ({ term, note, text }: { term: string; note: string | undefined; text: string }) => (
  <div className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[12.5rem_minmax(0,1fr)] print:break-inside-avoid">
    <dt>
      <span className="font-medium wrap-anywhere [&>code]:text-[0.84375rem] [&>code]:font-normal">
        <Inline text={term} />
      </span>
      {note === undefined ? null : <span className="block text-[0.8125rem] text-ink-soft">{note}</span>}
    </dt>
    <dd className="max-w-[38em] text-ink-soft">
      <Inline text={text} />
    </dd>
  </div>
)

function Block({ text }: { text: string }) {
  if (text.startsWith('- ')) {
    return (
      <ul>
        {text
          .slice(2)
          .split('\n- ')
          .map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
      </ul>
    )
  }
  const entries = [...text.matchAll(/^(.+?)(?: \| (.+))?\n: (.+)$/gmu)]
  if (entries.length === 0) {
    return (
      <p>
        <Inline text={text} />
      </p>
    )
  }
  return (
    <dl className="mt-5 border-t border-line font-sans text-[0.9375rem] leading-[1.55]">
      {entries.map(([, term = '', note, description = '']) => (
        <Entry key={term} term={term} note={note} text={description} />
      ))}
    </dl>
  )
}

/** Renders Markdown: paragraphs, lists, and description lists (`Term | note`, then `: description`). */
function LegalBody({ markdown }: { markdown: string }) {
  return markdown
    .trim()
    .split(/\n{2,}/u)
    .map((text) => <Block key={text} text={text} />)
}

function Contents({
  sections,
  current,
}: {
  sections: readonly { id: string; title: string }[]
  current: string | undefined
}) {
  return (
    <ol className="text-sm lg:border-l lg:border-line">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className="grid grid-cols-[1.75rem_minmax(0,1fr)] py-1.5 text-ink-soft no-underline transition-colors duration-150 hover:text-ink aria-[current=location]:border-ink aria-[current=location]:text-ink lg:-ml-px lg:border-l lg:border-transparent lg:pl-4.5 pointer-coarse:py-3"
          >
            <span className="tabular-nums">{index + 1}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}

export function LegalPage({ title, markdown }: { title: string; markdown: string }) {
  const { lead, sections } = useMemo(() => parseLegalText(markdown), [markdown])
  useDocumentTitle(title)
  useSectionOfAddress()
  const current = useSectionInView(sections)
  return (
    <div className="wrap pt-12 pb-24 md:pt-20 print:py-0">
      <header className="max-w-[46rem]">
        <h1 className="text-[2.5rem] leading-[1.05] md:text-[3.25rem]">{title}</h1>
        <p className="mt-4 text-sm text-ink-soft">Last updated {content.legal.lastUpdated}</p>
        <div className="prose-page mt-6 text-[1.3125rem] leading-[1.5]">
          <LegalBody markdown={lead} />
        </div>
      </header>
      <div className="mt-10 grid gap-x-14 md:mt-14 lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        <details className="group self-start border-t border-line py-1 lg:hidden print:hidden">
          <summary className="flex items-center justify-between py-3 text-sm font-medium [&::-webkit-details-marker]:hidden">
            On this page
            <ChevronDown
              aria-hidden="true"
              className="size-4 transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <nav aria-label="On this page" className="pb-2">
            <Contents sections={sections} current={undefined} />
          </nav>
        </details>
        <nav
          aria-labelledby="contents"
          className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] self-start overflow-y-auto lg:block print:hidden"
        >
          <p id="contents" className="eyebrow mb-2.5">
            On this page
          </p>
          <Contents sections={sections} current={current} />
        </nav>
        <div>
          {sections.map(({ id, title: name, body }, index) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="border-t border-line pt-6 pb-10 md:pt-8 md:pb-12 print:pb-6"
            >
              <h2
                id={`${id}-title`}
                className="mb-4 flex gap-3 text-[1.625rem] leading-tight md:text-[1.875rem] print:break-after-avoid"
              >
                <span className="text-ink-soft tabular-nums">{index + 1}</span>
                {name}
              </h2>
              <div className="prose-legal">
                <LegalBody markdown={body} />
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
