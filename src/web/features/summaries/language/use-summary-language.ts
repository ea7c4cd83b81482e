import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CreateSummaryPayload, calls } from '../../../../shared/api/calls.ts'
import type { LanguageChoice } from '../../../../shared/languages.ts'
import { apiQuery } from '../../../lib/api/client.ts'
import { changeDraft, getDraft, useDraft } from '../../../lib/drafts.ts'
import { languageInForce } from './language-options.ts'

/** GET /api/summarizer, as a query: how summaries are made here, in which languages, and which of them was chosen last. */
const summarizerQuery = apiQuery(calls.summarizer)

/** How summaries are made, and the language that stands in the form; undefined until known. */
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

/** The language that goes with a request, and how to keep it once the request was accepted. */
export function useLanguageToSend() {
  const queryClient = useQueryClient()
  return useMemo(
    () => ({
      /** Nothing where there is no choice: then the source's own it is, and what was chosen once stays kept. */
      get: async (): Promise<Pick<CreateSummaryPayload, 'language'>> => {
        const { language } = getDraft()
        try {
          const facts = await queryClient.ensureQueryData(summarizerQuery)
          return facts.languages.length === 0 ? {} : { language: languageInForce(facts, language) }
        } catch {
          // The request itself will tell what is wrong, or go through.
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
