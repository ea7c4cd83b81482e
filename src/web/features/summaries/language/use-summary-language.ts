import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CreateSummaryPayload, calls } from '../../../../shared/api/calls.ts'
import type { LanguageChoice } from '../../../../shared/languages.ts'
import { apiQuery } from '../../../lib/api/client.ts'
import { changeDraft, getDraft, useDraft } from '../../../lib/drafts.ts'
import { languageInForce } from './language-options.ts'

/** GET /api/summarizer: how this server summarizes, in which languages, and the user's last choice. */
const summarizerQuery = apiQuery(calls.summarizer)

/** How this server summarizes, and the language shown in the form; undefined until loaded. */
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
