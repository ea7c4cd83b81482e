import type { PagePart } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { isCredit } from '../text/cues.ts'
import type { Persons } from '../text/names.ts'
import { paragraphsOf } from './compose.ts'
import type { Candidate, Model } from './model.ts'
import { type Form, opensParagraph } from './opening.ts'
import { follows, inOrder, knownFrom, longestWhole, type Run, runsFrom, unknownNouns } from './runs.ts'

/** Words of a passage: at least what it has room for, most of one paragraph, and fewest of all. */
const PASSAGE = { room: 60, paragraph: 110, least: 14 }
/** Passages end before they have all words that there is room for. */
const SPREAD = 1.1
/** Words of a part for which there is a section. */
const MIN_PART_WORDS = 45
/** Paragraphs of a section among which its part begins. */
const OPENING_BLOCKS = 3

/** Whether a passage ends with a sentence that only introduces the next one: "But then things changed." */
function leadsOn(model: Model, { sentences }: Run): boolean {
  const last = sentences.at(-1)?.sentence
  const next = model.candidates[(last?.index ?? 0) + 1]?.sentence
  return last?.contrasts === true && last.start > 0 && next?.section === last.section
}

interface PartsOptions {
  /** Words of all parts, at most. */
  most: number
  /** Words after which there are enough. */
  aim: number
  maxParts: number
  form: Form
  shown: readonly Candidate[]
  persons: Persons
  /** The gist, which the reader knows. */
  before: string
}

interface Part {
  title: string
  own: readonly Candidate[]
  runs: Run[]
}

/** The largest sections, for which there is room, in the order of the source. */
function mainSections(model: Model, titles: readonly (string | null)[], { aim, maxParts, form }: PartsOptions): Part[] {
  const all = [...Map.groupBy(model.candidates, ({ sentence }) => sentence.section)].map(([at, own]) => {
    const title = titles[at]?.replace(/\s+/gu, ' ').trim() ?? ''
    const size = own.reduce((sum, { sentence }) => sum + (sentence.usable ? sentence.words : 0), 0)
    return { title: isCredit(title) ? '' : title, own, size, runs: [] }
  })
  const titled = form === 'story' ? all.filter(({ title }) => title !== '') : all
  // Without chapters, what follows the opening of a story is no account of it.
  if (form === 'story' && titled.length < 2) return []
  const count = Math.max(1, Math.min(maxParts, Math.floor(aim / MIN_PART_WORDS)))
  const main = new Set(titled.toSorted((one, other) => other.size - one.size).slice(0, count))
  return titled.filter((section) => section.size > 0 && main.has(section))
}

/**
 * Adds paragraphs to parts until there are enough, to each part its first before one has a second. A paragraph is whole,
 * unless it is a long one, and its first sentence refers to nothing but the gist, the heading and what is before it; it
 * goes on with the next ones as far as its share of the text.
 */
function addParagraphs(model: Model, parts: readonly Part[], options: PartsOptions): void {
  const { most, aim, form, shown, before } = options
  // Forms repeat their sections word for word.
  const taken = new Set(shown.map(({ sentence }) => sentence.text))
  const room = Math.max(PASSAGE.room, (aim / parts.length) * SPREAD)
  let words = 0
  const passageFrom = (first: Candidate, known: ReadonlySet<string>, goesOn: boolean): Run | null => {
    const isVague = form === 'written' && (first.sentence.points || unknownNouns(first, known) > 0)
    if (!goesOn && isVague) return null
    const maxWords = Math.min(most - words, Math.max(room, PASSAGE.paragraph))
    const limits = { minSentences: 1, maxSentences: 60, maxWords, anywhere: goesOn }
    const found = runsFrom(model, first, limits, known).filter(
      (run) =>
        run.words >= PASSAGE.least &&
        run.sentences.every(({ sentence }) => !taken.has(sentence.text)) &&
        !leadsOn(model, run),
    )
    return longestWhole(model, found, room)
  }
  const add = ({ title, own, runs }: Part): boolean => {
    const known = new Set(knownFrom(model, [title, before]))
    const blocks = new Set(own.filter(({ sentence }) => sentence.joins).map(({ sentence }) => sentence.block))
    const opening = new Set([...blocks].slice(0, OPENING_BLOCKS))
    for (const first of own) {
      // Paragraphs far from a heading may be about something else.
      if (runs.length === 0 && title !== '' && blocks.has(first.sentence.block) && !opening.has(first.sentence.block))
        return false
      const previous = model.candidates[first.sentence.index - 1]
      const goesOn =
        previous !== undefined && runs.some((run) => run.sentences.at(-1) === previous) && follows(previous, first)
      const isClear =
        (opensParagraph(first) && first.sentence.block.type === 'paragraph') || taken.has(previous?.sentence.text ?? '')
      // Within a chapter, a reader doesn't know at which point of the story a passage is.
      const isStart = goesOn || (isClear && (runs.length === 0 || form !== 'story'))
      if (taken.has(first.sentence.text)) for (const noun of knownFrom(model, [first.sentence.text])) known.add(noun)
      else if (isStart) {
        const run = passageFrom(first, known, goesOn)
        if (run === null) continue
        words += run.words + (runs.length === 0 ? countWords(title) : 0)
        runs.push(run)
        for (const { sentence } of run.sentences) taken.add(sentence.text)
        return true
      }
    }
    return false
  }
  // Each part has its first passage before one has a second.
  let open = parts
  while (open.length > 0) open = open.filter((part) => words < aim && add(part))
}

/** Parts without a heading that follow each other are one. */
const joined = (parts: readonly Part[]): Part[] =>
  parts.reduce<Part[]>((all, part) => {
    const last = all.at(-1)
    if (last !== undefined && last.title === '' && part.title === '') last.runs.push(...part.runs)
    else all.push({ ...part, runs: [...part.runs] })
    return all
  }, [])

/** Writes a part for each of the largest sections, under its heading: the paragraphs at its beginning. */
export function composeParts(model: Model, titles: readonly (string | null)[], options: PartsOptions): PagePart[] {
  const { persons, before } = options
  const parts = mainSections(model, titles, options)
  addParagraphs(model, parts, options)
  return joined(parts.filter(({ runs }) => runs.length > 0)).map(({ title, runs }) => ({
    title,
    form: 'text',
    header: [],
    lines: paragraphsOf(inOrder(runs), persons, before).map(({ text, citations }) => ({ cells: [text], citations })),
  }))
}
