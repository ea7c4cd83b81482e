import { Check, Copy, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { AnswerPassage, Question } from '../../../shared/questions/question.ts'
import { leadOf, questionAsText } from '../../../shared/questions/question-text.ts'
import { Button, IconButton, Spinner } from '../../components/button.tsx'
import { CitedLine } from '../../components/cited-line.tsx'
import { useCopy } from '../../components/form/copy-field.tsx'
import { WritingContext } from '../../components/reading-context.ts'
import { RevealButton } from '../../components/reveal-button.tsx'
import { toastFailure } from '../../components/toast.tsx'
import { cn } from '../../lib/cn.ts'
import type { TextLanguage } from '../../lib/language.ts'
import { useAtInput } from '../../lib/page/input.ts'
import { paragraphsOf, shownAtFirst } from './answer-lines.ts'
import { type Asked, isUnanswered, UNSENT, useDeleteQuestion } from './questions-api.ts'

const noHeading = () => null

/** Moves focus from an element that disappears. */
function focusOn(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus()
}

const unknownLanguage: TextLanguage = { lang: undefined, dir: 'auto' }

/** A paragraph with the words that match the question marked. */
function MarkedText({ text, marks }: Pick<AnswerPassage, 'text' | 'marks'>) {
  if (marks.length === 0) return text
  return marks.map(({ start, end }, index) => (
    <Fragment key={start}>
      {text.slice(marks[index - 1]?.end ?? 0, start)}
      <mark className="rounded-[2px] bg-mark text-ink">{text.slice(start, end)}</mark>
      {index === marks.length - 1 ? text.slice(end) : null}
    </Fragment>
  ))
}

interface PassagesProps {
  passages: readonly AnswerPassage[]
  language: TextLanguage
  /** Heading of a passage, such as the name of its source. */
  heading: (passage: AnswerPassage, previous: AnswerPassage | undefined) => ReactNode
}

function Passages({ passages, language, heading }: PassagesProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? passages : passages.slice(0, shownAtFirst(passages))
  const hidden = passages.length - shown.length
  return (
    <>
      <ul className="mt-4 space-y-6">
        {shown.map((passage, at) => (
          <li
            key={`${passage.citations[0]?.blockId} ${passage.text}`}
            dir={language.dir}
            className="border-s-2 border-line-strong/60 ps-4"
          >
            {heading(passage, shown[at - 1])}
            {paragraphsOf(passage).map(({ citations, ...paragraph }, index) => (
              <p
                // oxlint-disable-next-line react/no-array-index-key -- a passage doesn't change
                key={index}
                {...language}
                className="font-serif text-[1.0625rem]/[1.5] wrap-anywhere whitespace-pre-line text-pretty not-first:mt-3"
              >
                <MarkedText {...paragraph} /> <CitedLine text="" citations={citations} language={language} />
              </p>
            ))}
          </li>
        ))}
      </ul>
      {hidden <= 0 ? null : (
        <RevealButton shown={shown.length} onReveal={() => setWhole(true)} className="-ms-2 mt-3">
          Show {hidden} more
        </RevealButton>
      )}
    </>
  )
}

const DELETE = 'Delete this question'

/** The element that gets focus when a question is deleted: the same button of a question beside it, else the field. */
function elementAfter(entry: Element | null): Element | null | undefined {
  const other = entry?.nextElementSibling ?? entry?.previousElementSibling
  return other?.querySelector(`[aria-label="${DELETE}"]`) ?? entry?.parentElement?.parentElement?.querySelector('input')
}

function Actions({ question, asked }: { question: Question; asked: Asked }) {
  const { copied, copy } = useCopy()
  const { mutateAsync: remove, isPending } = useDeleteQuestion(asked)
  const removeFrom = async (entry: Element | null) => {
    if (isPending) return
    const next = elementAfter(entry)
    try {
      await remove(question.id)
      focusOn(next)
    } catch (error) {
      toastFailure('Delete Failed', error)
    }
  }
  return (
    <div className="-me-2 flex shrink-0 print:hidden">
      <IconButton
        label="Copy this answer"
        // Reserves its space before there is an answer, so that the question keeps its lines.
        className={question.status === 'ready' ? '' : 'invisible'}
        onClick={() => void copy(questionAsText(question))}
      >
        {copied ? <Check className="text-good" /> : <Copy />}
      </IconButton>
      <IconButton
        label={DELETE}
        aria-disabled={isPending}
        className={question.id === UNSENT ? 'invisible' : ''}
        onClick={({ currentTarget }) => void removeFrom(currentTarget.closest('article'))}
      >
        <Trash2 />
      </IconButton>
      <output className="sr-only">{copied ? 'Copied' : null}</output>
    </div>
  )
}

/** The space of a question that wasn't accepted, until the user's next input: the others would move up under their eyes. */
export function Reserved({ failure }: { failure: Error | null }) {
  const isSeen = useAtInput(failure) === failure
  return failure === null || isSeen ? null : <div className="min-h-[calc(100lvh-9.5rem)] print:hidden" />
}

interface EntryProps {
  question: Question
  asked: Asked
  /** Markup of the source's own words. */
  language?: TextLanguage
  heading?: PassagesProps['heading']
  className: string | undefined
  /** Asks the same again, after a failure. */
  onRetry: (question: Question) => void
}

/** A question with its answer: sentences with citations like those of a page, or passages of the source. */
export function QuestionEntry({
  question,
  asked,
  language = unknownLanguage,
  heading = noHeading,
  className,
  onRetry,
}: EntryProps) {
  const { answer, passages, status, failureMessage, isOutdated } = question
  const isWriting = isUnanswered(question)
  const lead = leadOf(question)
  return (
    <article aria-busy={isWriting} className={cn('border-t border-line py-4', className)}>
      <div className="flex items-start justify-between gap-3">
        <h3 dir="auto" className="flex-1 pt-1 font-serif text-[1.1875rem]/6.5 font-medium wrap-anywhere text-pretty">
          {question.question}
        </h3>
        <Actions question={question} asked={asked} />
      </div>
      <div aria-live="polite">
        {isWriting && answer.length === 0 ? (
          <p className="mt-2 flex items-center gap-2 text-sm text-ink-soft">
            <Spinner className="size-4" /> {asked === null ? 'Reading your sources…' : 'Reading the source…'}
          </p>
        ) : null}
        {answer.length === 0 ? null : (
          <WritingContext value={isWriting}>
            <div dir="auto" className="prose-page mt-2">
              {/* Checked sentences and their citations replace the draft as a whole, rather than move its lines. */}
              <p key={status} className="animate-fade text-wrap">
                {answer.map(({ text, citations }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a sentence keeps its place while others follow
                  <Fragment key={index}>
                    {index === 0 ? null : ' '}
                    <CitedLine text={text} citations={citations} language={language} />
                  </Fragment>
                ))}
              </p>
            </div>
          </WritingContext>
        )}
        {lead === null ? null : (
          <p className="mt-2 text-sm text-pretty text-ink-soft">
            {lead}
            {passages.length > 0
              ? null
              : ` Try other words, or ${asked === null ? 'open a source and ask it there' : 'look for a word in the source'}.`}
          </p>
        )}
        {status === 'failed' ? (
          <p role="alert" className="mt-2 text-[0.9375rem] text-pretty">
            {failureMessage}
          </p>
        ) : null}
      </div>
      {lead === null || passages.length === 0 ? null : (
        <Passages passages={passages} language={language} heading={heading} />
      )}
      {status === 'failed' ? (
        <Button look="plain" className="mt-3" onClick={() => onRetry(question)}>
          Ask again
        </Button>
      ) : null}
      {isOutdated ? (
        <p className="mt-2 text-[0.8125rem] text-ink-soft">
          This was answered from an earlier version of {asked === null ? 'a' : 'the'} source.
        </p>
      ) : null}
    </article>
  )
}
