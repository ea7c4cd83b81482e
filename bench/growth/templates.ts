import type { FastifyInstance } from 'fastify'
import { wordAt } from '../search/load.ts'

const VOCABULARY = 20_000
const WORDS_PER_SENTENCE = 18
const SENTENCES_PER_PARAGRAPH = 5
const AT_ONCE = 4

/** Pseudorandom numbers, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A text in which few words are frequent and most are rare, as in any language (Zipf). */
export function textOf(seed: number, words: number): string {
  const next = numbers(seed)
  const sentence = (): string => {
    const chosen = Array.from({ length: WORDS_PER_SENTENCE }, () => wordAt(Math.floor(VOCABULARY ** next()) - 1))
    const [first = '', ...rest] = chosen
    return `${first.charAt(0).toUpperCase()}${[first.slice(1), ...rest].join(' ')}.`
  }
  const paragraph = (): string => Array.from({ length: SENTENCES_PER_PARAGRAPH }, sentence).join(' ')
  const paragraphs = Math.ceil(words / (WORDS_PER_SENTENCE * SENTENCES_PER_PARAGRAPH))
  return Array.from({ length: paragraphs }, paragraph).join('\n\n')
}

/** Words of a summary's source: those of a typical article, between 500 and 1,500. */
const wordsOf = (n: number): number => 500 + ((n * 317) % 1000)

/** Has the product summarize texts, whose rows are copied later: rows of real sizes, with every column as it is written. */
export async function addTemplates(app: FastifyInstance, cookie: string, count: number): Promise<void> {
  const waiting = Array.from({ length: count }, (_, n) => n)
  const work = async (): Promise<void> => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/summaries',
        headers: { cookie },
        payload: { content: textOf(n, wordsOf(n)) },
      })
      if (response.statusCode !== 201) throw new Error(`A template answered ${response.statusCode}: ${response.body}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
