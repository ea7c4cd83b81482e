import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { examples } from '../../../shared/examples.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { AnswerPassage, CitedSource, Question } from '../../../shared/questions/question.ts'
import type { Summary } from '../../../shared/summary/summary.ts'
import { ButtonLink } from '../../components/button.tsx'
import { SourceContext, type SourceControl } from '../../components/reading-context.ts'
import { EmptyState, QueryState } from '../../components/states.tsx'
import { atPassage } from '../../lib/page/passage-link.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { AskForm } from '../questions/ask-form.tsx'
import { QuestionEntry, Reserved } from '../questions/question-entry.tsx'
import { QuestionList } from '../questions/question-list.tsx'
import { useQuestions } from '../questions/questions-api.ts'
import type { Suggestion } from '../questions/suggestions.tsx'
import { isWithoutSources, useRecentSummaries } from '../summaries/api/summaries.ts'
import { Facts } from '../summaries/list-parts.tsx'
import { withNamedSources } from './named-sources.ts'

const LABEL = 'Ask all your sources'

const summaryPath = (id: string): string => pagePaths.summary.replace(':id', id)

/** Title of a source above a passage, which opens its summary. */
function SourceTitle({ source }: { source: CitedSource | undefined }) {
  if (source === undefined) return null
  return (
    <p className="mb-1.5 break-after-avoid text-[0.8125rem] text-ink-soft">
      <Link
        href={summaryPath(source.summaryId)}
        className="text-ink-soft underline decoration-line-strong underline-offset-3 hover:text-ink"
      >
        {source.title}
      </Link>
    </p>
  )
}

interface LibraryEntryProps {
  question: Question
  className: string | undefined
  onRetry: (question: Question) => void
}

function LibraryEntry({ question, className, onRetry }: LibraryEntryProps) {
  const [, navigate] = useLocation()
  const { named, owners } = useMemo(() => withNamedSources(question), [question])
  const source: SourceControl = {
    isOpen: false,
    shown: null,
    focused: null,
    titleOf: (citation) => owners.get(citation)?.title,
    show: ({ references: [citation] }) => {
      const id = owners.get(citation)?.summaryId
      if (id !== undefined) navigate(summaryPath(id), { state: atPassage(id, citation) })
    },
  }
  const sourceOf = (passage: AnswerPassage | undefined) =>
    question.sources.find(({ summaryId }) => summaryId === passage?.citations[0]?.summaryId)
  // Once for passages of the same source that follow each other.
  const heading = (passage: AnswerPassage, previous: AnswerPassage | undefined) => (
    <SourceTitle source={sourceOf(previous) === sourceOf(passage) ? undefined : sourceOf(passage)} />
  )
  return (
    <SourceContext value={source}>
      <QuestionEntry question={named} asked={null} heading={heading} className={className} onRetry={onRetry} />
    </SourceContext>
  )
}

interface ShelfProps {
  title: string
  rows: readonly { href: string; name: string; facts: ReactNode }[]
}

/** What there is to ask, or to read, beside the questions. */
const Shelf = ({ title, rows }: ShelfProps) => (
  <aside aria-label={title} className="print:hidden lg:pt-9.5">
    <h2 className="border-b border-line pb-2.5 text-[1.3125rem] leading-tight">{title}</h2>
    <ul>
      {rows.map(({ href, name, facts }) => (
        <li key={href} className="group relative border-b border-line py-3.5">
          <Link
            href={href}
            dir="auto"
            className="covering-link line-clamp-2 font-serif text-[1.0625rem]/5.5 font-medium [word-spacing:var(--title-space)]"
          >
            {name}
          </Link>
          {facts}
        </li>
      ))}
    </ul>
  </aside>
)

const exampleRows = examples.map(({ page, title, gist }) => ({
  href: pagePaths[page],
  name: title,
  facts: <p className="mt-1 text-[0.8125rem] text-ink-soft">{gist}</p>,
}))

const MAX_SUGGESTIONS = 4

/** Questions that a language model proposed with the newest summaries. */
const suggestionsOf = (summaries: readonly Summary[]): Suggestion[] =>
  summaries
    .flatMap(({ page, title }) => (page?.questions ?? []).slice(0, 2).map((question) => ({ question, title })))
    .slice(0, MAX_SUGGESTIONS)

/** Questions to all sources of the user, newest first. */
export default function AskPage() {
  useDocumentTitle(pageTitles.ask)
  const { query, questions, ask, isSending, failure, onRetry } = useQuestions(null)
  const { data: recent } = useRecentSummaries('all')
  const sources = recent?.filter(({ status }) => status === 'ready') ?? []
  const hasNone = recent !== undefined && isWithoutSources(recent)
  const isFirst = query.isSuccess && questions.length === 0 && recent !== undefined && !hasNone
  const suggestions = isFirst ? suggestionsOf(sources) : []
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 pt-9 pb-20 md:pt-12 lg:grid-cols-[minmax(0,37.5rem)_minmax(0,1fr)]">
      <div className="max-w-150">
        <Link
          href={pagePaths.summaries}
          className="relative -ms-1 mb-2 inline-flex touch-target items-center gap-1 text-sm text-ink-soft no-underline hover:text-ink print:hidden"
        >
          <ChevronLeft aria-hidden="true" className="size-4" /> Summaries
        </Link>
        <h1 className="text-[2rem] leading-tight md:text-[2.375rem]">{LABEL}</h1>
        <p className="mt-2 mb-5 text-ink-soft text-pretty">
          Answers come only from what you’ve summarized, with links to the passages.
        </p>
        {hasNone ? (
          <EmptyState
            title="Nothing to ask yet"
            className="pt-5"
            action={<ButtonLink href={pagePaths.dashboard}>Summarize something</ButtonLink>}
          >
            Once you’ve summarized something, ask about it here.
          </EmptyState>
        ) : (
          <AskForm
            label={LABEL}
            placeholder="What would you like to know?"
            suggestions={suggestions}
            onUse={() => undefined}
            isSending={isSending}
            failure={failure}
            onAsk={ask}
          />
        )}
        {isFirst && suggestions.length === 0 ? (
          <EmptyState title="No questions yet" className="pt-10">
            Your questions and their answers stay here until you delete them.
          </EmptyState>
        ) : null}
        <Reserved failure={failure} />
        <QueryState
          query={{ ...query, data: query.isSuccess || questions.length > 0 ? questions : undefined }}
          failed="Your questions didn’t load"
          placeholder={null}
        >
          {(asked) =>
            asked.length === 0 ? null : (
              <>
                <h2 className="sr-only">Questions</h2>
                <QuestionList questions={asked} className="mt-6">
                  {(question, className) => (
                    <LibraryEntry
                      question={question}
                      className={className}
                      onRetry={(failed) => void onRetry(failed)}
                    />
                  )}
                </QuestionList>
              </>
            )
          }
        </QueryState>
      </div>
      {hasNone ? (
        <Shelf title="Until then, read an example" rows={exampleRows} />
      ) : sources.length > 0 ? (
        <Shelf
          title="Your newest sources"
          rows={sources.map((summary) => ({
            href: summaryPath(summary.id),
            name: summary.title,
            facts: (
              <>
                <p dir="auto" className="mt-1 line-clamp-2 text-[0.8125rem] text-ink-soft">
                  {summary.page?.gist.text}
                </p>
                <Facts summary={summary} />
              </>
            ),
          }))}
        />
      ) : null}
    </div>
  )
}
