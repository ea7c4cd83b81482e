import { tokensOf } from '../../shared/text/search-tokens.ts'
import { nameOf } from '../../shared/text/speakers.ts'
import type { Window } from './split-passages.ts'

/** Speakers of transcripts, each with the folded words of the name. */
export type SpeakerNames = ReadonlyMap<string, readonly string[]>

const MIN_NAME_LETTERS = 4

export function speakerNamesOf(windows: readonly Pick<Window, 'speeches'>[]): SpeakerNames {
  const speakers = new Set(windows.flatMap(({ speeches }) => speeches.map(({ speaker }) => speaker)))
  speakers.delete('')
  return new Map(
    Array.from(speakers, (speaker) => [speaker, Array.from(tokensOf(nameOf(speaker)), ({ text }) => text)]),
  )
}

/** The share of each speaker in the words of a passage. */
export function sharesOf(
  speeches: readonly { speaker: string; terms: readonly string[] }[],
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  const all = speeches.reduce((sum, { terms }) => sum + terms.length, 0)
  for (const { speaker, terms } of speeches) {
    if (speaker !== '') shares.set(speaker, (shares.get(speaker) ?? 0) + terms.length / Math.max(1, all))
  }
  return shares
}

/** The speakers that a question names in full, or by a capitalized word that only their name has. */
export function namedSpeakers(speakers: SpeakerNames, question: string): Set<string> {
  if (speakers.size === 0) return new Set()
  const tokens = Array.from(tokensOf(question))
  const asked = ` ${tokens.map(({ text }) => text).join(' ')} `
  const capitalized = new Set(
    tokens.flatMap(({ text, start }) =>
      text.length >= MIN_NAME_LETTERS && /^\p{Lu}/u.test(question.slice(start)) ? [text] : [],
    ),
  )
  const counts = new Map<string, number>()
  for (const name of speakers.values()) for (const word of new Set(name)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isNamed = (name: readonly string[]): boolean =>
    asked.includes(` ${name.join(' ')} `) || name.some((word) => counts.get(word) === 1 && capitalized.has(word))
  return new Set([...speakers].filter(([, name]) => isNamed(name)).map(([speaker]) => speaker))
}
