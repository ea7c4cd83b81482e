import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { content } from '../../../shared/content.ts'
import { cn } from '../../lib/cn.ts'
import { useSectionInView, useSectionOfAddress } from '../../lib/section-in-view.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { LegalBody } from './legal-body.tsx'
import { type LegalSection, parseLegalText } from './legal-text.ts'

function Contents({ sections, current }: { sections: readonly LegalSection[]; current: string | undefined }) {
  return (
    <ol className="text-sm lg:border-l lg:border-line">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className={cn(
              'grid grid-cols-[1.75rem_minmax(0,1fr)] py-1.5 text-ink-soft no-underline transition-colors duration-150',
              'hover:text-ink aria-[current=location]:border-ink aria-[current=location]:text-ink lg:-ml-px lg:border-l',
              'lg:border-transparent lg:pl-4.5 pointer-coarse:py-3',
            )}
          >
            <span className="tabular-nums">{index + 1}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** A legal text with its date, table of contents and numbered sections. */
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
