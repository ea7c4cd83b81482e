import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Summary } from '../../../shared/summary/summary.ts'
import { cn } from '../../lib/cn.ts'
import type { TextLanguage } from '../../lib/language.ts'
import { useAtInput } from '../../lib/page/input.ts'
import { useNear } from '../../lib/page/use-near.ts'
import { AskForm } from './ask-form.tsx'
import { QuestionEntry, Reserved } from './question-entry.tsx'
import { QuestionList } from './question-list.tsx'
import { suggestionsQuery, useQuestions } from './questions-api.ts'

const LABEL = 'Ask this source'

interface AskSourceProps {
  summary: Pick<Summary, 'id'>
  /** Markup of the source's own words. */
  language: TextLanguage
}

/** The field for questions about the source of a summary, and the answers, newest first. */
export function AskSource({ summary: { id }, language }: AskSourceProps) {
  const [isUsed, setUsed] = useState(false)
  const section = useRef<HTMLElement>(null)
  const isNear = useNear(section, 0)
  const { questions, ask, isSending, failure, onRetry } = useQuestions(id)
  const { data } = useQuery({ ...suggestionsQuery(id), enabled: isUsed || isNear })
  const shownAtInput = useAtInput(data)
  // They move the answers below them.
  const suggested = questions.length === 0 ? data : shownAtInput
  const asked = new Set(questions.map(({ question: { question } }) => question))
  const suggestions = (suggested?.questions ?? []).flatMap((question) => (asked.has(question) ? [] : [{ question }]))
  return (
    <section
      ref={section}
      aria-label={LABEL}
      lang="en"
      dir="ltr"
      className={cn('mt-8 print:mt-10', questions.length === 0 && 'print:hidden')}
    >
      <AskForm
        label={LABEL}
        shortcut="a"
        suggestions={suggestions}
        onUse={() => setUsed(true)}
        isSending={isSending}
        failure={failure}
        onAsk={ask}
      />
      <Reserved failure={failure} />
      <QuestionList questions={questions} className="mt-5">
        {(question, className) => (
          <QuestionEntry
            question={question}
            asked={id}
            language={language}
            className={className}
            onRetry={(failed) => void onRetry(failed)}
          />
        )}
      </QuestionList>
    </section>
  )
}
