import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { AnswerPassage, CitedSource, Question } from '../../../shared/questions/question.ts'
import type { Citation } from '../../../shared/summary/citation.ts'
import { truncate } from '../../../shared/text/format.ts'
import { SourceContext, type SourceControl } from '../../components/reading-context.ts'
import { EmptyState, ErrorState } from '../../components/states.tsx'
import { reasonOf } from '../../lib/api/client.ts'
import { atPassage } from '../../lib/page/passage-link.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { AskForm } from './ask-form.tsx'
import { QuestionEntry } from './question-entry.tsx'
import { isUnanswered, questionsQuery, useAnswerStream, useAsk, useDeleteQuestion } from './questions-api.ts'

const LABEL = 'Ask all your sources'
/** Characters of a source's title in a citation chip. */
const TITLE_CHARACTERS = 28

const summaryPath = (id: string): string => pagePaths.summary.replace(':id', id)

/** Title of a source above a passage, which opens its summary. */
function SourceTitle({ source }: { source: CitedSource | undefined }) {
  if (source === undefined) return null
  return (
    <p className="mb-0.5 break-after-avoid text-[0.8125rem] text-ink-soft">
      <Link
        href={summaryPath(source.summaryId)}
        className="text-ink-soft underline decoration-line-strong underline-offset-3 hover:text-ink"
      >
        {source.title}
      </Link>
    </p>
  )
}

/** A question whose citations in sentences name their source, and the summary of each citation. */
function useNamedCitations(question: Question) {
  return useMemo(() => {
    const titles = new Map(
      question.sources.map(({ summaryId, title }) => [summaryId, truncate(title, TITLE_CHARACTERS)]),
    )
    const owners = new Map<Citation, string>()
    const own = <C extends Citation>(citation: C, summaryId: string): C => {
      owners.set(citation, summaryId)
      return citation
    }
    const answer = question.answer.map(({ text, citations }) => ({
      text,
      citations: citations.map((citation) => {
        const title = titles.get(citation.summaryId)
        const label = title === undefined ? citation.label : `${title}, ${citation.label}`
        return own(Object.assign({}, citation, { label }), citation.summaryId)
      }),
    }))
    for (const { citations } of question.passages) for (const citation of citations) own(citation, citation.summaryId)
    return { named: { ...question, answer }, owners }
  }, [question])
}

function LibraryEntry({ question, onRetry }: { question: Question; onRetry: (question: Question) => void }) {
  const [, navigate] = useLocation()
  const { named, owners } = useNamedCitations(question)
  const bySummary = new Map(question.sources.map((source) => [source.summaryId, source]))
  const source: SourceControl = {
    isOpen: false,
    shown: null,
    focused: null,
    show: ({ references: [citation] }) => {
      const summaryId = owners.get(citation)
      if (summaryId !== undefined) navigate(summaryPath(summaryId), { state: atPassage(summaryId, citation) })
    },
  }
  const sourceOf = (passage: AnswerPassage | undefined) => bySummary.get(passage?.citations[0]?.summaryId ?? '')
  // Once for passages of the same source that follow each other.
  const heading = (passage: AnswerPassage, previous: AnswerPassage | undefined) => (
    <SourceTitle source={sourceOf(previous) === sourceOf(passage) ? undefined : sourceOf(passage)} />
  )
  return (
    <SourceContext value={source}>
      <QuestionEntry question={named} asked={null} heading={heading} onRetry={onRetry} />
    </SourceContext>
  )
}

/** Questions to all sources of the user, newest first. */
export default function AskPage() {
  useDocumentTitle(pageTitles.ask)
  const { data: questions = [], error, refetch, isFetching, isSuccess } = useQuery(questionsQuery(null))
  const { mutateAsync: ask, isPending, error: failure } = useAsk(null)
  const { mutate: remove } = useDeleteQuestion(null)
  useAnswerStream(null, questions.find(isUnanswered)?.id ?? null)
  return (
    <div className="wrap pt-9 pb-20 md:pt-12">
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
        <AskForm
          label={LABEL}
          placeholder="What would you like to know?"
          suggestions={[]}
          questions={questions}
          onUse={() => undefined}
          isSending={isPending}
          failure={failure}
          onAsk={ask}
        />
        {error === null || questions.length > 0 ? null : (
          <ErrorState title="Your questions didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
            {reasonOf(error)}
          </ErrorState>
        )}
        {isSuccess && questions.length === 0 ? (
          <EmptyState title="No questions yet" className="pt-10">
            Your questions and their answers stay here until you delete them.
          </EmptyState>
        ) : null}
        <div className="mt-6">
          {questions.length === 0 ? null : <h2 className="sr-only">Questions</h2>}
          {questions.map((question) => (
            <LibraryEntry
              key={question.id}
              question={question}
              onRetry={(failed) =>
                void ask(failed.question).then(
                  () => remove(failed.id),
                  () => undefined,
                )
              }
            />
          ))}
        </div>
      </div>
    </div>
  )
}
