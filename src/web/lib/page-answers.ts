import { scriptJson } from '../../shared/escape-html.ts'
import type { Answers } from './query-client.ts'

/** Id of the element that holds them. */
const ANSWERS_ID = 'answers'

/** What a page that came ready knows. */
export interface PageAnswers {
  answers: Answers
  /** The locale that it is written in. */
  locale: string
}

/** An element of a page that tells the app what its screens would ask for. */
export const answersElement = (known: PageAnswers): string =>
  `<script type="application/json" id="${ANSWERS_ID}">${scriptJson(known)}</script>`

/** What the page came with; null where it tells nothing. */
export function readAnswers(): PageAnswers | null {
  const text = document.querySelector(`#${ANSWERS_ID}`)?.textContent ?? 'null'
  const known: PageAnswers | null = JSON.parse(text)
  return known
}
