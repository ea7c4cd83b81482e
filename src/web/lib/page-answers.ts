import { z } from 'zod'
import { scriptJson } from '../../shared/escape-html.ts'
import type { Written } from '../../shared/own-screens.ts'
import { queryKeys } from './keys.ts'
import type { Answers } from './query-client.ts'

/** Id of the element that holds them. */
const ANSWERS_ID = 'answers'

/** What a page that came ready knows. */
export interface PageAnswers {
  answers: Answers
  written: Written
}

/** An element of a page that tells the app what its screens would ask for. */
export const answersElement = (known: PageAnswers): string =>
  `<script type="application/json" id="${ANSWERS_ID}">${scriptJson(known)}</script>`

/** A page that says the same to everyone tells nothing. */
const nothing: PageAnswers = { answers: [], written: { locale: 'en-US', at: null, apple: false } }

/** What the page came with. */
export function readAnswers(): PageAnswers {
  const text = document.querySelector(`#${ANSWERS_ID}`)?.textContent
  if (text === undefined) return nothing
  const known: PageAnswers = JSON.parse(text)
  return known
}

const person = z.object({ id: z.string() })

/** Id of the person whose page it is; null for a page that visitors get. */
export function ownerOf({ answers }: PageAnswers): string | null {
  const user = answers.find(([[first]]) => first === queryKeys.user[0])
  return person.safeParse(user?.[1]).data?.id ?? null
}
