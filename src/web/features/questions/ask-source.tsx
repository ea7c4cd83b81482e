import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Summary } from '../../../shared/summary/summary.ts'
import { cn } from '../../lib/cn.ts'
import type { TextLanguage } from '../../lib/language.ts'
import { AskForm } from './ask-form.tsx'
import { QuestionEntry } from './question-entry.tsx'
import {
  isUnanswered,
  questionsQuery,
  suggestionsQuery,
  useAnswerStream,
  useAsk,
  useDeleteQuestion,
} from './questions-api.ts'

const LABEL = 'Ask this source'

interface AskSourceProps {
  summary: Pick<Summary, 'id'>
  /** Markup of the source's own words. */
  language: TextLanguage
}

/** The field for questions about the source of a summary, and the answers, newest first. */
export function AskSource({ summary: { id }, language }: AskSourceProps) {
  const [isUsed, setUsed] = useState(false)
  const { data: questions = [] } = useQuery(questionsQuery(id))
  const { data: suggested } = useQuery({ ...suggestionsQuery(id), enabled: isUsed })
  const { mutateAsync: ask, isPending, error } = useAsk(id)
  const { mutate: remove } = useDeleteQuestion(id)
  useAnswerStream(id, questions.find(isUnanswered)?.id ?? null)
  const asked = new Set(questions.map(({ question }) => question))
  const suggestions = (suggested?.questions ?? []).flatMap((question) => (asked.has(question) ? [] : [{ question }]))
  return (
    <section
      aria-label={LABEL}
      lang="en"
      dir="ltr"
      className={cn('mt-8 print:mt-10', questions.length === 0 && 'print:hidden')}
    >
      <AskForm
        label={LABEL}
        shortcut="a"
        suggestions={suggestions}
        questions={questions}
        onUse={() => setUsed(true)}
        isSending={isPending}
        failure={error}
        onAsk={ask}
      />
      {questions.length === 0 ? null : (
        <div className="mt-5">
          {questions.map((question) => (
            <QuestionEntry
              key={question.id}
              question={question}
              asked={id}
              language={language}
              onRetry={(failed) =>
                void ask(failed.question).then(
                  () => remove(failed.id),
                  () => undefined,
                )
              }
            />
          ))}
        </div>
      )}
    </section>
  )
}
