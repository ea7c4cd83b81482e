import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CreateSummaryPayload, SummarizerFacts } from '../../../../shared/api/calls.ts'
import { modelNames } from '../../../../shared/summary/model-names.ts'
import {
  type LanguageChoice,
  languageName,
  type SummaryLanguage,
  sourceLanguage,
} from '../../../../shared/text/languages.ts'
import { WordSelect } from '../../../components/form/word-select.tsx'
import { apiQuery } from '../../../lib/api/client.ts'
import { ofPlan } from '../../../lib/site.ts'
import { changeDraft, getDraft, useDraft } from '../../../lib/stores/drafts.ts'
import { asSentence } from '../describe.ts'

interface LanguageOption {
  value: LanguageChoice
  label: string
  lang?: string
}

/** Label of a language: its English name, and its name in the language itself where that differs. */
function labelOf(tag: SummaryLanguage): string {
  const label = languageName(tag) ?? tag
  const ownName = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag)
  return ownName === undefined || ownName === label ? label : `${label} · ${ownName}`
}

/** The choices as a list shows them: the language of the source, then the others by their English names. */
export function languageOptions(languages: readonly SummaryLanguage[]): LanguageOption[] {
  const options = languages.map((value) => ({ value, label: labelOf(value), lang: value }))
  return [
    { value: sourceLanguage, label: 'Same as source' },
    ...options.sort((a, b) => a.label.localeCompare(b.label, 'en-US')),
  ]
}

/** The language shown in the form: the one chosen there, else the last choice, else the source's, if available. */
export function languageInForce(
  { languages, language }: Pick<SummarizerFacts, 'languages' | 'language'>,
  chosen: LanguageChoice | null,
): LanguageChoice {
  const wanted = chosen ?? language
  return languages.find((known) => known === wanted) ?? sourceLanguage
}

/** GET /api/summarizer: how this server summarizes, in which languages, and the user's last choice. */
const summarizerQuery = apiQuery('summarizer')

export function useSummaryLanguage() {
  const { data: facts, isError, isFetching, refetch } = useQuery(summarizerQuery)
  const { language } = useDraft()
  return {
    facts,
    choice: facts && languageInForce(facts, language),
    choose: (choice: LanguageChoice) => changeDraft({ language: choice }),
    isError,
    isFetching,
    reload: () => void refetch(),
  }
}

/** The language to send with a request, and a function that stores it once the request was accepted. */
export function useLanguageToSend() {
  const queryClient = useQueryClient()
  return useMemo(
    () => ({
      /** Empty if the server offers no choice: then summaries use the source's language. */
      get: async (): Promise<Pick<CreateSummaryPayload, 'language'>> => {
        const { language } = getDraft()
        try {
          const facts = await queryClient.ensureQueryData(summarizerQuery)
          return facts.languages.length === 0 ? {} : { language: languageInForce(facts, language) }
        } catch {
          // If the server is down, the request fails too.
          return language === null ? {} : { language }
        }
      },
      keep: (language: LanguageChoice | undefined): void => {
        if (language === undefined) return
        queryClient.setQueryData(summarizerQuery.queryKey, (facts) => facts && { ...facts, language })
        changeDraft({ language: null })
      },
    }),
    [queryClient],
  )
}

const costs = ofPlan('Failed summaries don’t count.')

/** The operator's choice of models. */
function byline({ engine }: SummarizerFacts): string {
  const models = modelNames(engine)
  return models === null ? '' : `Written by ${models}.`
}

/** The language of the summary, who writes it, and that failures are free. */
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
        {asSentence(facts.engine.label)} <span className="sm:inline-block">{costs}</span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <WordSelect
        label="Language"
        value={choice}
        options={options}
        onChange={choose}
        className="-my-1.5 font-medium text-ink pointer-coarse:-my-2"
      />
      <p className="sm:ml-auto">
        {byline(facts)} {costs}
      </p>
    </div>
  )
}
