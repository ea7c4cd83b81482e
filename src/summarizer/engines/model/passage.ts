import type { Block } from '../../../shared/document.ts'
import { splitSentences } from '../extractive/sentences.ts'
import { stem, words } from '../extractive/tokens.ts'

/** A block up to this long is shown whole, in characters; so is a longer one that shares no word with the line. */
const GLANCE_CHARACTERS = 300

const stems = (text: string): Set<string> => new Set(words(text).map(stem))

/**
 * The words of a block that a line of the summary rests on: of a long block the sentence that shares most with the
 * line, and what follows it as far as one reads at a glance. Verbatim.
 */
export function passageOf(block: Block, line: string): string {
  if (block.text.length <= GLANCE_CHARACTERS) return block.text
  const wanted = stems(line)
  const spans = splitSentences(block.text)
  let best = -1
  let most = 0
  for (const [at, { start, end }] of spans.entries()) {
    const own = stems(block.text.slice(start, end))
    // Long sentences share words by their length alone.
    const shared = [...own].filter((word) => wanted.has(word)).length / Math.sqrt(own.size + 8)
    if (shared > most) {
      most = shared
      best = at
    }
  }
  const first = spans[best]
  if (first === undefined) return block.text
  let { end } = first
  for (const next of spans.slice(best + 1)) {
    if (next.end - first.start > GLANCE_CHARACTERS) break
    ;({ end } = next)
  }
  return block.text.slice(first.start, end)
}
