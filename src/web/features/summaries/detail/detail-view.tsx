import { type ReactNode, useContext } from 'react'
import { Link } from 'wouter'
import { pageHeadings } from '../../../../shared/summary/page-headings.ts'
import type { Summary, SummaryContent } from '../../../../shared/summary/summary.ts'
import { kindWords, summarySections } from '../../../../shared/summary/summary-sections.ts'
import { focusLines } from '../../../../shared/summary/summary-text.ts'
import { SourceUrlContext, WritingContext } from '../../../components/reading-context.ts'
import { Skeleton } from '../../../components/states.tsx'
import { typesetTitle } from '../../../components/unbroken-text.tsx'
import { cn } from '../../../lib/cn.ts'
import { type TextLanguage, textLanguage } from '../../../lib/language.ts'
import { useRootMark } from '../../../lib/page/root-mark.ts'
import { AskSource } from '../../questions/ask-source.tsx'
import { languagesOf, pageDirection, typeName } from '../describe.ts'
import { AdvancedOffer, WholeSource } from '../redo/redo-dialog.tsx'
import { Colophon } from './colophon.tsx'
import { DetailActions } from './detail-actions.tsx'
import type { SectionProps } from './page-part.tsx'
import { PageSection } from './page-section.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { RenamableTitle } from './renamable-title.tsx'
import { SourceLine } from './source-line.tsx'

/** Kind and flags of the source in the language of the summary; its type if no kind was found. */
function Eyebrow({ summary, languages }: SectionProps) {
  const hasKind = Boolean(summary.page?.kind)
  // The kind takes the place of the type, so that is not shown before.
  if (useContext(WritingContext) && !hasKind) return <Skeleton className="my-[0.1rem] h-2.5 w-18" />
  const words = [...(hasKind ? [] : [typeName(summary)]), ...kindWords(summary)]
  return (
    <p {...(hasKind ? languages.text : {})} className="eyebrow">
      {words.join(' · ')}
    </p>
  )
}

/** Topic of a page that isn't about the whole source, and whether the source covers it. */
function FocusLine({ summary, children }: { summary: SummaryContent; children: ReactNode }) {
  const lines = focusLines(summary)
  if (lines === null) return null
  return (
    <div className="-mt-2 mb-6 border-s-2 border-accent ps-3 text-sm text-pretty">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span {...textLanguage(pageHeadings(summary.language).language)} className="font-medium wrap-anywhere">
          {lines.focus}
        </span>
        {children}
      </p>
      {lines.note === null ? null : (
        <p {...textLanguage(pageHeadings(summary.language).language)} className="mt-0.5 text-ink-soft">
          {lines.note}
        </p>
      )}
    </div>
  )
}

function Upsell({ message }: { message: string }) {
  return (
    <p className="mt-7 border-t border-line pt-4 text-sm text-ink-soft">
      <bdi dir="ltr">
        {message}{' '}
        <Link
          href="/subscribe"
          className="relative touch-target whitespace-nowrap text-accent underline decoration-accent/40 underline-offset-3"
        >
          See the plans
        </Link>
      </bdi>
    </p>
  )
}

interface SummaryArticleProps {
  summary: SummaryContent
  renderTitle: (props: { className: string; children: ReactNode } & TextLanguage) => ReactNode
  /** Beside the focus of a page that has one. */
  besideFocus?: ReactNode
  children?: ReactNode
}

export function SummaryArticle({ summary, renderTitle, besideFocus, children }: SummaryArticleProps) {
  const { notMentioned } = pageHeadings(summary.language)
  const languages = { ...languagesOf(summary), notMentioned }
  const isWriting = useContext(WritingContext)
  const sections = summarySections(summary, isWriting)
  return (
    <div className="relative mx-auto max-w-150 print:max-w-none">
      <Eyebrow summary={summary} languages={languages} />
      {renderTitle({
        ...languages.source,
        className: 'mt-3 text-[1.8125rem] leading-[1.14] sm:text-[2.25rem] sm:leading-[1.12]',
        children: typesetTitle(summary.title),
      })}
      {/* A new title would move the line, so a new one replaces it. */}
      <SourceLine key={summary.title} summary={summary} />
      <FocusLine summary={summary}>{isWriting ? null : besideFocus}</FocusLine>
      <SourceUrlContext value={summary.originalUrl}>
        {isWriting ? (
          // A new title or fact would move the skeleton, so a new one replaces it.
          <div key={JSON.stringify([summary.title, summary.sourceInfo])} className="absolute inset-x-0">
            <PageSkeleton isNumbered={summary.page?.takeaways.length === 0} />
          </div>
        ) : null}
        <div
          className={cn(
            isWriting && sections.length > 0 && 'relative bg-raised shadow-[0_2rem_1.25rem_0.25rem_var(--raised)]',
          )}
        >
          {sections.map((section, index) => (
            <PageSection
              key={section.kind}
              summary={summary}
              languages={languages}
              section={section}
              previous={sections[index - 1] ?? null}
            />
          ))}
        </div>
      </SourceUrlContext>
      {isWriting ? null : (
        <>
          {/* The last takeaway has a rule below it. */}
          <Colophon summary={summary} isRuled={sections.at(-1)?.kind !== 'takeaways'} />
          {children}
        </>
      )}
    </div>
  )
}

/** Stays at the bottom of the dialog. */
const pageFoot =
  '@container edge-bar sticky -bottom-4 z-10 print:hidden flex flex-wrap items-center gap-1.5 rounded-b-card border-t border-line bg-raised px-5 py-3.5 text-[0.8125rem] text-ink-soft sm:-bottom-8 sm:ps-14 sm:pe-4'

interface DetailViewProps {
  summary: Summary
  onDeleted: () => void
  /** The stages of a summary that is being written; null for a finished one. */
  stages: ReactNode
}

/** The page of a summary in its dialog. While it is written, its text covers its skeleton, so that nothing moves. */
export function DetailView({ summary, onDeleted, stages }: DetailViewProps) {
  useRootMark('page')
  const isWriting = stages !== null
  return (
    <article aria-busy={isWriting} className="flex flex-1 flex-col">
      <div
        dir={pageDirection(summary)}
        className={cn('flex-1 px-5 pt-6 pb-8 sm:px-14 sm:pt-8 print:p-0!', isWriting && 'overflow-clip')}
      >
        <WritingContext value={isWriting}>
          <SummaryArticle
            summary={summary}
            renderTitle={(title) => <RenamableTitle summary={summary} {...title} />}
            besideFocus={<WholeSource summary={summary} />}
          >
            {summary.hasSource ? null : (
              <p className="mt-1 ps-6 text-[0.8125rem]/5 text-ink-soft">
                <bdi lang="en" dir="ltr">
                  We didn’t keep the source’s text, so you can’t ask about it or see it here
                  {summary.originalUrl === null ? ', or redo this summary' : ''}.
                </bdi>
              </p>
            )}
            {summary.previewMessage === null ? null : <Upsell message={summary.previewMessage} />}
            <AdvancedOffer summary={summary} />
            {/* Last, since questions and answers would move what is below. */}
            {summary.hasSource ? <AskSource summary={summary} language={languagesOf(summary).source} /> : null}
          </SummaryArticle>
        </WritingContext>
      </div>
      <footer dir="ltr" className={pageFoot}>
        {stages ?? <DetailActions summary={summary} onDeleted={onDeleted} />}
      </footer>
    </article>
  )
}
