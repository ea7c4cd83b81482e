import { Suspense, useMemo } from 'react'
import { languageChoiceSchema } from '../../../../shared/languages.ts'
import { ErrorBoundary, lazyScript } from '../../../components/error-boundary.tsx'
import { asSentence } from '../describe.ts'
import { labelOf, languageOptions } from './language-options.ts'
import { useSummaryLanguage } from './use-summary-language.ts'

const LanguageSelect = lazyScript(async () => import('./language-select.tsx'))

const costs = 'Failed summaries don’t count.'

function LanguageWords() {
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
  if (options.length === 0) {
    return (
      <>
        <p>Written in the source’s language. {costs}</p>
        <p>{asSentence(facts.engine.label)}</p>
      </>
    )
  }
  const fixed = (
    <p className="flex min-h-9 items-center gap-3">
      Language <span className="font-medium text-ink">{labelOf(choice, options)}</span>
    </p>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
      <ErrorBoundary renderFailure={() => fixed}>
        <Suspense fallback={fixed}>
          <LanguageSelect
            value={choice}
            options={options}
            onChange={(value) => choose(languageChoiceSchema.parse(value))}
          />
        </Suspense>
      </ErrorBoundary>
      <p className="sm:ml-auto">{costs}</p>
    </div>
  )
}

/** The last line of the form: the language of the summary, to be chosen where there is a choice, and how it is made. */
export function LanguageLine() {
  return (
    // As high as its longest words, so that nothing below moves once it is known which they are.
    <div className="min-h-15.5 sm:min-h-10.5">
      <LanguageWords />
    </div>
  )
}
