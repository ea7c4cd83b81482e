import { useMemo } from 'react'
import { WordSelect } from '../../../components/word-select.tsx'
import { ofPlan } from '../../../lib/site.ts'
import { asSentence } from '../describe.ts'
import { languageOptions, useSummaryLanguage } from './use-summary-language.ts'

const costs = ofPlan('Failed summaries don’t count.')

/** Last line of the form: a choice of the language, or how summaries are written. */
export function LanguageLine() {
  const { facts, choice, choose, isError, isFetching, reload } = useSummaryLanguage()
  const options = useMemo(() => languageOptions(facts?.languages ?? []), [facts])
  if (facts === undefined || choice === undefined) {
    return isError && !isFetching ? (
      <p>
        We couldn’t load the languages, so summaries use the source’s.{' '}
        <button type="button" onClick={reload} className="relative touch-target rounded-chip text-ink underline">
          Try again
        </button>
      </p>
    ) : (
      <p>{costs}</p>
    )
  }
  if (facts.languages.length === 0) {
    return (
      <p>
        {asSentence(facts.engine.label)} {costs}
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
      <WordSelect
        label="Language"
        value={choice}
        options={options}
        onChange={choose}
        className="font-medium text-ink"
      />
      <p className="sm:ml-auto">{costs}</p>
    </div>
  )
}
