import type { Candidate, Model } from './model.ts'

const endsUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？」』）]$/u

/** Words up to which a text stays one paragraph, and up to which it stays two. */
const ONE_PARAGRAPH_WORDS = 80
const TWO_PARAGRAPHS_WORDS = 160
/** Words of a paragraph in a text longer than three. */
const PARAGRAPH_WORDS = 90

/** Scripts that end sentences with a space. */
const endsWithoutStop = /[\p{Script=Thai}\p{Script=Lao}]$/u
const stopped = /[.!?…。！？｡؟۔।॥։:;,]["'”’»)\]」』）】]*$/u

/** What stands between two sentences: what has no stop of its own must not run on into the next. */
function between(before: Candidate, next: Candidate): string {
  const { text, spoken, index } = before.sentence
  if (!stopped.test(text) && !endsWithoutStop.test(text)) {
    if (!spoken) return endsUnspaced.test(text) ? '；' : '; '
    if (next.sentence.index > index + 1) return ' … '
  }
  return endsUnspaced.test(text) ? '' : ' '
}

/**
 * Sentences one after the other: a space between them, none in scripts that use none. Items without a full stop are
 * set apart by semicolons, and where nobody punctuated speech, an ellipsis shows what was left out.
 */
export function joinSentences(sentences: readonly Candidate[]): string {
  return sentences.reduce((joined, candidate, at) => {
    const before = sentences[at - 1]
    return before === undefined
      ? candidate.sentence.text
      : `${joined}${between(before, candidate)}${candidate.sentence.text}`
  }, '')
}

function paragraphCount(words: number): number {
  if (words <= ONE_PARAGRAPH_WORDS) return 1
  return words <= TWO_PARAGRAPHS_WORDS ? 2 : Math.max(3, Math.round(words / PARAGRAPH_WORDS))
}

/** How well a paragraph may end before `next`: far apart in the source and near the wanted share of the words. */
function breakWorth(before: Candidate, next: Candidate, distance: number): number {
  const gap = next.sentence.index - before.sentence.index
  if (next.dependent) return -1
  const change = before.sentence.section === next.sentence.section ? 0 : 0.3
  return Math.min(1, Math.log2(Math.max(1, gap)) / 6) * 0.4 + change - distance * 2
}

/** Cuts sentences into paragraphs (three for 240 words) where the source itself moves on. */
export function toParagraphs(model: Model, indices: readonly number[]): Candidate[][] {
  const chosen = indices.flatMap((index) => model.candidates[index] ?? [])
  const total = chosen.reduce((sum, candidate) => sum + candidate.sentence.words, 0)
  const count = Math.min(paragraphCount(total), Math.max(1, Math.floor(chosen.length / 2)))
  const breaks = new Set<number>()
  for (let part = 1; part < count; part += 1) {
    let words = 0
    let best = -1
    let bestWorth = -0.5
    for (let at = 1; at < chosen.length; at += 1) {
      const before = chosen[at - 1]
      const next = chosen[at]
      if (before === undefined || next === undefined) break
      words += before.sentence.words
      const worth = breakWorth(before, next, Math.abs(words / total - part / count))
      if (worth > bestWorth && !breaks.has(at)) {
        best = at
        bestWorth = worth
      }
    }
    if (best > 0) breaks.add(best)
  }
  const paragraphs: Candidate[][] = [[]]
  chosen.forEach((candidate, at) => {
    if (breaks.has(at)) paragraphs.push([])
    paragraphs.at(-1)?.push(candidate)
  })
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

/** The text of paragraphs, a blank line between them. */
export function paragraphsText(paragraphs: readonly (readonly Candidate[])[]): string {
  return paragraphs.map((paragraph) => joinSentences(paragraph)).join('\n\n')
}
