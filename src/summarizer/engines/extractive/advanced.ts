import type { Pace } from '../../pace.ts'
import type { Section } from '../../sections.ts'
import { paragraphsText, toParagraphs } from './compose.ts'
import type { Candidate, Model } from './model.ts'
import { selectSentences } from './select.ts'

/** A part of the source gets at least this many words or is left to its neighbors. */
const LEAST_PART_WORDS = 45
/** Room that one part leaves over goes to those after it, up to this share of their own. */
const MOST_CARRIED = 0.5

/** Words for each section: by the square root of what can be taken from it, so that short ones are heard too. */
function budgetsOf(model: Model, sections: readonly Section[], maxWords: number): number[] {
  const words = sections.map(() => 0)
  for (const { usable, sentence } of model.candidates) {
    if (usable) words[sentence.section] = (words[sentence.section] ?? 0) + sentence.words
  }
  const roots = words.map((count) => Math.sqrt(count))
  const most = Math.max(1, Math.floor(maxWords / LEAST_PART_WORDS))
  const floor = roots.toSorted((a, b) => b - a)[most - 1] ?? 0
  const shares = roots.map((root) => (root >= floor ? root : 0))
  const total = shares.reduce((sum, share) => sum + share, 0) || 1
  return shares.map((share) => (maxWords * share) / total)
}

/**
 * The advanced summary: each part of the source summarized in its own paragraphs, in the source's order, under a
 * paragraph "## Title" where the source has titles. No sentence stands in it twice, so a short source makes a short one.
 *
 * @param maxWords length of the whole, without the titles
 */
export async function composeAdvanced(
  model: Model,
  sections: readonly Section[],
  maxWords: number,
  pace: Pace,
): Promise<string> {
  const budgets = budgetsOf(model, sections, maxWords)
  const parts: string[] = []
  const shown: number[] = []
  let carried = 0
  for (const [at, section] of sections.entries()) {
    const budget = budgets[at] ?? 0
    if (budget === 0) continue
    const room = Math.round(budget + Math.min(carried, budget * MOST_CARRIED))
    const allowed = ({ sentence }: Candidate) => sentence.section === at
    const chosen = await selectSentences(model, { maxWords: room, allowed, shown }, pace)
    carried += budget - chosen.reduce((sum, index) => sum + (model.candidates[index]?.sentence.words ?? 0), 0)
    if (chosen.length === 0) continue
    shown.push(...chosen)
    const title = section.title?.replace(/\s+/gu, ' ').trim() ?? ''
    if (title !== '') parts.push(`## ${title}`)
    parts.push(paragraphsText(toParagraphs(model, chosen)))
  }
  return parts.join('\n\n')
}
