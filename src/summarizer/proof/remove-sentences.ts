import type { Doubt } from './find-doubts.ts'

/**
 * A text without some of its sentences. Spaces close up, a paragraph or title that is left empty goes, and with the
 * last paragraph of a titled part its title.
 *
 * @param doubts sentences of this same text
 */
export function removeSentences(text: string, doubts: readonly Pick<Doubt, 'start' | 'end'>[]): string {
  let rest = ''
  let at = 0
  for (const { start, end } of [...doubts].sort((one, other) => one.start - other.start)) {
    if (end <= at || start >= text.length) continue
    rest += text.slice(at, Math.max(at, start))
    at = end
    // The space behind a removed sentence goes with it; the line break that ends its paragraph stays.
    while (/^[^\S\n]$/u.test(text.charAt(at))) at += 1
  }
  rest += text.slice(at)
  const paragraphs = rest
    .split(/\n{2,}/u)
    .map(tidy)
    .filter((paragraph) => !isEmpty(paragraph))
  return paragraphs.filter((paragraph, index) => !isOrphan(paragraphs, paragraph, index)).join('\n\n')
}

const tidy = (paragraph: string) =>
  paragraph
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !isEmpty(line))
    .join('\n')
    .trim()

/** Nothing but the mark of a title or of a list. */
const isEmpty = (paragraph: string) => /^(?:#{1,6}|[-*•])?$/u.test(paragraph.trim())
const isTitle = (paragraph: string | undefined) => paragraph?.startsWith('## ') === true && !paragraph.includes('\n')

function isOrphan(paragraphs: readonly string[], paragraph: string, index: number): boolean {
  const next = paragraphs[index + 1]
  return isTitle(paragraph) && (next === undefined || isTitle(next))
}
