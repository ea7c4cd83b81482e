import type { Pace } from '../../pace.ts'
import type { Section } from '../../sections.ts'
import { paragraphsText, toParagraphs } from './compose.ts'
import type { Candidate, Model } from './model.ts'
import { selectSentences } from './select.ts'

/** A part of the source gets at least this many words or is left to its neighbors. */
const LEAST_PART_WORDS = 40

/**
 * The advanced summary: each part of the source summarized in its own paragraph, under its title where the source has
 * titles. Parts get words by the square root of their length, so that short ones are heard too.
 *
 * @param maxWords length of the whole, without the titles
 */
export async function composeAdvanced(
  model: Model,
  sections: readonly Section[],
  maxWords: number,
  pace: Pace,
): Promise<string> {
  const roots = sections.map((section) => Math.sqrt(section.words))
  const most = Math.max(1, Math.floor(maxWords / LEAST_PART_WORDS))
  const floor = roots.toSorted((a, b) => b - a)[most - 1] ?? 0
  const shares = roots.map((root) => (root >= floor ? root : 0))
  const total = shares.reduce((sum, share) => sum + share, 0) || 1
  const parts: string[] = []
  const shown: number[] = []
  for (const [at, section] of sections.entries()) {
    const budget = Math.round((maxWords * (shares[at] ?? 0)) / total)
    if (budget === 0) continue
    const allowed = ({ sentence }: Candidate) => sentence.section === at
    const chosen = await selectSentences(model, { maxWords: budget, allowed, shown }, pace)
    if (chosen.length === 0) continue
    shown.push(...chosen)
    if (section.title !== null) parts.push(section.title)
    parts.push(paragraphsText(toParagraphs(model, chosen)))
  }
  return parts.join('\n\n')
}
