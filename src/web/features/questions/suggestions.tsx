import { useId } from 'react'

/** A question that a source answers. Without the title of that source, the field belongs to it. */
export interface Suggestion {
  question: string
  title?: string
}

interface SuggestionsProps {
  suggestions: readonly Suggestion[]
  /** Whether the user is about to ask. */
  isUsed: boolean
  onAsk: (question: string) => void
}

/** Suggested questions below the field: about one source once it is used, about several from the start, in rows. */
export function Suggestions({ suggestions, isUsed, onAsk }: SuggestionsProps) {
  const id = useId()
  const hasTitles = suggestions.some(({ title }) => title !== undefined)
  if (suggestions.length === 0 || !(isUsed || hasTitles)) return null
  const questionOf = ({ question }: Suggestion, className: string) => (
    <button type="button" dir="auto" className={className} onClick={() => onAsk(question)}>
      {question}
    </button>
  )
  if (!hasTitles) {
    return (
      <ul aria-label="Suggested questions" className="mt-2.5 flex flex-wrap gap-2">
        {suggestions.map((suggestion) => (
          <li key={suggestion.question} className="min-w-0">
            {questionOf(
              suggestion,
              'touch-target rounded-control border border-line px-3 py-1.5 text-start text-sm text-pretty wrap-anywhere text-ink-soft transition-colors duration-150 base:relative hover:border-line-strong hover:text-ink',
            )}
          </li>
        ))}
      </ul>
    )
  }
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="border-b border-line pb-2.5 text-[1.3125rem] leading-tight">
        Try one of these
      </h2>
      <ul>
        {suggestions.map((suggestion) => (
          <li key={suggestion.question} className="group relative border-b border-line py-3.5">
            {questionOf(
              suggestion,
              'covering-link text-start font-serif text-[1.1875rem]/6.5 font-medium text-pretty wrap-anywhere',
            )}
            <p dir="auto" className="mt-1 truncate text-[0.8125rem] text-ink-soft">
              {suggestion.title}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
