import type { PagePart, SourceFlag, SourceKind } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { type Lengths, PARTS_FACTOR, PARTS_SHARE } from '../lengths.ts'
import {
  boundWords,
  cutToClause,
  cutToWords,
  dropUnfinished,
  keepSentences,
  splitParagraphs,
  wholeSentences,
} from '../text/cut-text.ts'
import type { FocusedAnswer, FullPageAnswer, PageAnswer } from './answers.ts'
import { ADVANCED_PAGE_SHARE, besideKeyParts } from './lengths.ts'
import { toPlainLine, toPlainText } from './plain-text.ts'

/** A line of a draft and the ids that it cites, which may not exist. */
interface DraftLine {
  text: string
  blocks: string[]
}

export interface DraftPart extends Pick<PagePart, 'title' | 'form' | 'header'> {
  /** Id of the takeaway whose details these are; absent for a part of its own. */
  under?: number
  lines: { cells: string[]; blocks: string[] }[]
}

/** A model's page as plain text, not yet verified. */
export interface Draft {
  kind: SourceKind | null
  flags: SourceFlag[]
  /** Empty if there is none. */
  title: string
  gist: DraftLine
  /** `id`: position in the answer, by which details name their takeaway. */
  takeaways: (DraftLine & { id: number; label: string })[]
  keyParts: DraftPart[]
  /** Paragraphs. */
  summary: DraftLine[]
  parts: DraftPart[]
  quotes: FullPageAnswer['quotes']
  questions: DraftLine[]
  /** Whether the source has anything on the focus, if the page has one. */
  isOnFocus: boolean
}

const MAX_BLOCKS = 8
const MAX_CHAPTERS = 80
/** More than are asked for: a part too many is better than a missing one. */
const MAX_PARTS = 8
/** Takeaways with details beyond those asked for: one too many is better than a missing matter. */
const EXTRA_TAKEAWAYS = 2
/** Parts of the details of one takeaway. */
const MAX_DETAILS = 3
const MAX_PART_LINES = 40
/** Rows of a table that is no part of an explanation. */
const LONG_TABLE = 8
const MAX_CELLS = 8
export const EMPTY_CELL = '–'
/** Longest title of a part, and longest proposed title of a source. */
export const PART_TITLE_WORDS = 16
const MAX_TITLE_WORDS = 12
const LABEL_WORDS = 6
/** Longest takeaway that is shown whole if it can't be cut, as a multiple of the planned words. */
const MAX_TAKEAWAY_FACTOR = 1.4
/** Longest gist whose sentence is shown whole, though it is asked to be shorter. */
export const MAX_GIST_WORDS = 52
/**
 * The form of key parts, for the kinds that have them. Lines beyond those asked for stay as far as the first screen has
 * room: the fifth decision may be the one that counts.
 */
const keyForms: Partial<Readonly<Record<SourceKind, PagePart['form']>>> = { meeting: 'bullets', guide: 'checklist' }
/** Longest paragraph or line of a part. */
const LINE_WORDS = 70
/** Least words of a takeaway. */
const MIN_TAKEAWAY_WORDS = 3
/** A text that stays within this share of its bound reads better whole than cut. */
const LENIENCE = 1.15

/** Recognizes sentences that reveal the instructions. */
type Leaks = (sentence: string) => boolean

/** Whether a gist or takeaway has clearly more words than it may have. */
export const isTooLongLine = (text: string, mostWords: number): boolean =>
  countWords(text) > Math.ceil(mostWords * LENIENCE)

/** A gist or takeaway: whole sentences, the first one however long it is. */
const readWhole = (text: string, leaks: Leaks, mostWords: number): string =>
  wholeSentences(toPlainLine(text, leaks), Math.ceil(mostWords * LENIENCE))

function readLine(text: string, leaks: Leaks): string {
  return keepSentences(toPlainLine(text, leaks), Math.ceil(LINE_WORDS * LENIENCE))
}

const paragraphsOf = (text: string, leaks: Leaks): string[] =>
  splitParagraphs(toPlainText(text, leaks), Math.ceil(LINE_WORDS * LENIENCE))

/** A title, heading or label; empty if it is too long for one. */
function readTitle(text: string, leaks: Leaks, mostWords: number): string {
  const title = toPlainLine(text, leaks).replace(/[:：.]$/u, '')
  return countWords(title) > mostWords ? '' : title
}

function readTakeaway(
  { label, text, blocks }: PageAnswer['takeaways'][number],
  id: number,
  leaks: Leaks,
  mostWords: number,
): Draft['takeaways'] {
  const plain = readWhole(text, leaks, mostWords)
  if (countWords(plain) < MIN_TAKEAWAY_WORDS) return []
  const name = readTitle(label, leaks, LABEL_WORDS)
  return [{ id, label: name, text: withoutLabel(plain, name), blocks: blocks.slice(0, MAX_BLOCKS) }]
}

/** A text without the label that it may begin with: a name before a colon, or the number of a step. */
export function withoutLabel(text: string, label: string): string {
  const prefix = (/[.)]$/u.test(label) ? label : `${label}:`).toLowerCase()
  return label !== '' && text.toLowerCase().startsWith(prefix) ? text.slice(prefix.length).trim() : text
}

/** A side of a debate and its position, which a cell of both has after a colon: "Ana: The bridge can wait." */
function readSide(cells: readonly string[], blocks: string[], leaks: Leaks): DraftPart['lines'] {
  const [first = '', ...others] = cells
  const colon = others.length > 0 ? first.length : first.search(/[:：]/u)
  const side = readTitle(first.slice(0, Math.max(0, colon)), leaks, PART_TITLE_WORDS)
  const position = others.length > 0 ? withoutLabel(others.join(' '), side) : first.slice(colon + 1)
  const text = readLine(position, leaks)
  return side === '' || text === '' ? [] : [{ cells: [side, text], blocks }]
}

/** A part. A table without columns becomes a list. */
function readPart({ title, form, header, lines }: FullPageAnswer['parts'][number], leaks: Leaks): DraftPart {
  const columns = header.slice(0, MAX_CELLS).map((heading) => readTitle(heading, leaks, PART_TITLE_WORDS))
  const isTable = form === 'table' && columns.length > 1
  return {
    title: readTitle(title, leaks, PART_TITLE_WORDS),
    form: form === undefined || (form === 'table' && !isTable) ? 'bullets' : form,
    header: isTable ? columns : [],
    lines: lines.slice(0, MAX_PART_LINES).flatMap((line) => {
      const { cells } = line
      const blocks = line.blocks.slice(0, MAX_BLOCKS)
      if (form === 'debate') return readSide(cells, blocks, leaks)
      if (form === 'text') return paragraphsOf(cells.join(' '), leaks).map((text) => ({ cells: [text], blocks }))
      const texts = cells.slice(0, MAX_CELLS).map((cell) => readLine(cell, leaks))
      if (texts.every((text) => text === '')) return []
      const row = isTable ? columns.map((_, at) => texts[at] || EMPTY_CELL) : [texts.filter(Boolean).join(' – ')]
      return [{ cells: row, blocks }]
    }),
  }
}

function readKeyPart(
  { title, lines }: PageAnswer['keyParts'][number],
  form: PagePart['form'],
  leaks: Leaks,
): DraftPart {
  const items = lines.map(({ text, blocks }) => ({ cells: [text], blocks }))
  return readPart({ title, form, header: [], lines: items }, leaks)
}

/** Kinds whose tables explain and stay in order: materials of a guide, and ideas or positions with their outcome. */
const kindsWithOrderedTables: ReadonlySet<SourceKind | undefined> = new Set<SourceKind>([
  'guide',
  'meeting',
  'hearing',
  'interview',
])

/** The parts of a page, long tables last: readers look things up in them once they know what it is about. */
function readParts(
  { kind, parts }: Pick<FullPageAnswer, 'kind' | 'parts'>,
  byChapter: boolean,
  leaks: Leaks,
): DraftPart[] {
  const read = parts.slice(0, byChapter ? MAX_CHAPTERS : MAX_PARTS).map((part) => readPart(part, leaks))
  const isOrdered = byChapter || kindsWithOrderedTables.has(kind)
  const isLong = ({ form, lines }: DraftPart): boolean => !isOrdered && form === 'table' && lines.length >= LONG_TABLE
  return [...read.filter((part) => !isLong(part)), ...read.filter(isLong)]
}

/** The details of takeaways, in their order, with the labels of these as titles. */
function readDetails(
  answer: Pick<FullPageAnswer, 'takeaways'>,
  takeaways: Draft['takeaways'],
  leaks: Leaks,
): DraftPart[] {
  return takeaways.flatMap(({ id, label }) => {
    const details = answer.takeaways[id]?.details.slice(0, MAX_DETAILS) ?? []
    const read = details.map((part) => readPart({ ...part, title: label }, leaks))
    return read.flatMap((part) => (part.lines.length === 0 ? [] : [{ ...part, under: id }]))
  })
}

/** Converts an answer to plain text, with no more takeaways than requested, or hardly more with details. */
export function readDraft(answer: PageAnswer | FullPageAnswer | FocusedAnswer, lengths: Lengths, leaks: Leaks): Draft {
  const full = 'parts' in answer ? answer : null
  const keyForm = answer.kind === undefined ? undefined : keyForms[answer.kind]
  const isDetailed = full?.takeaways.some(({ details }) => details.length > 0) ?? false
  const takeaways = answer.takeaways
    .flatMap((each, at) => readTakeaway(each, at, leaks, lengths.takeawayWords))
    .slice(0, lengths.takeaways.most + (isDetailed ? EXTRA_TAKEAWAYS : 0))
  return {
    kind: answer.kind ?? null,
    flags: [...new Set(answer.flags.filter((flag) => flag !== undefined))],
    title: readTitle(answer.title, leaks, MAX_TITLE_WORDS),
    gist: { text: readWhole(answer.gist.text, leaks, lengths.gist), blocks: answer.gist.blocks.slice(0, MAX_BLOCKS) },
    takeaways,
    keyParts:
      keyForm === undefined ? [] : answer.keyParts.slice(0, MAX_PARTS).map((part) => readKeyPart(part, keyForm, leaks)),
    summary:
      lengths.summary === null
        ? []
        : answer.summary.flatMap(({ text, blocks }) =>
            paragraphsOf(text, leaks).map((paragraph) => ({ text: paragraph, blocks })),
          ),
    parts:
      lengths.parts === null || full === null
        ? []
        : [...readDetails(full, takeaways, leaks), ...readParts(full, lengths.byChapter, leaks)],
    quotes: full?.quotes.slice(0, lengths.quotes * 2) ?? [],
    questions: answer.questions.map(({ text, blocks }) => ({ text: toPlainLine(text, leaks), blocks })),
    isOnFocus: !('onFocus' in answer) || answer.onFocus,
  }
}

/** Parts that name the position of their takeaway instead of its id. Details of one that is gone are parts of their own. */
export function placeDetails<P extends { under?: number | undefined }>(
  parts: readonly P[],
  takeaways: readonly { id?: number | undefined }[],
): P[] {
  return parts.map((part) => {
    const at = takeaways.findIndex(({ id }) => id !== undefined && id === part.under)
    return part.under === undefined ? part : { ...part, under: at < 0 ? undefined : at }
  })
}

const textOfParts = (parts: readonly DraftPart[]): string =>
  parts.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells)).join(' ')

/** The texts of a draft, one for each stage of the page. */
export function textsOf({ gist, takeaways, keyParts, summary, parts }: Draft) {
  const join = (lines: readonly DraftLine[]): string => lines.map(({ text }) => text).join(' ')
  return {
    firstScreen: `${join([gist, ...takeaways])} ${textOfParts(keyParts)}`,
    summary: join(summary),
    parts: textOfParts(parts),
  }
}

/** The first paragraphs, cut at the end of a sentence to at most `mostWords` words together. */
function cutParagraphs(paragraphs: readonly DraftLine[], mostWords: number, maxWords: number | undefined): DraftLine[] {
  const kept: DraftLine[] = []
  let left = maxWords ?? Math.ceil(mostWords * LENIENCE)
  for (const { text, blocks } of paragraphs) {
    const finished = dropUnfinished(text)
    // Keeps the first sentence, however long it is, unless the user set the bound.
    const cut =
      kept.length > 0
        ? cutToWords(finished, left)
        : (maxWords === undefined ? keepSentences : boundWords)(finished, left)
    if (cut !== '') kept.push({ text: cut, blocks })
    if (cut !== finished) break
    left -= countWords(cut)
  }
  return kept
}

/**
 * The parts without the last lines of the longest lists, until they fit a bound; first of those that belong to no
 * takeaway. Tables, steps and plots are cut only to a higher one: without their end they mislead. A debate loses no side:
 * it stays or goes as a whole.
 */
export function cutParts<P extends Pick<DraftPart, 'form' | 'under'> & { lines: { cells: string[] }[] }>(
  parts: readonly P[],
  mostWords: number,
  mostWithPlots: number,
): P[] {
  const cut = parts.map((part) => {
    const sizes = part.lines.map(({ cells }) => countWords(cells.join(' ')))
    return { part, sizes, words: sizes.reduce((sum, size) => sum + size, 0) }
  })
  let words = cut.reduce((sum, part) => sum + part.words, 0)
  const shortenLongest = (isCut: (part: P) => boolean, most: number): void => {
    while (words > most) {
      const others = cut.filter(({ sizes }) => sizes.length > 0).length - 1
      const rest = cut.filter(
        ({ part, sizes }) => sizes.length > 1 && isCut(part) && (part.form !== 'debate' || others > 0),
      )
      if (rest.length === 0) return
      const longest = rest.reduce((one, other) => (other.words > one.words ? other : one))
      const lines = longest.part.form === 'debate' ? longest.sizes.length : 1
      const size = longest.sizes.splice(-lines).reduce((sum, each) => sum + each, 0)
      longest.words -= size
      words -= size
    }
  }
  const isLoose = ({ under }: P): boolean => under === undefined
  shortenLongest((part) => part.form === 'bullets' && isLoose(part), mostWords)
  shortenLongest(({ form }) => form === 'bullets', mostWords)
  shortenLongest(isLoose, mostWithPlots)
  shortenLongest(() => true, mostWithPlots)
  return cut.flatMap(({ part, sizes }) =>
    sizes.length === 0 && part.lines.length > 0
      ? []
      : [Object.assign({}, part, { lines: part.lines.slice(0, sizes.length) })],
  )
}

/** Whether a takeaway has details, which would be lost with it. */
const hasDetails = (parts: readonly DraftPart[], { id }: Draft['takeaways'][number]): boolean =>
  parts.some(({ under }) => under === id)

/** Takeaways that are too long end at a clause; very long ones that can't are dropped, as long as enough are left. */
function cutTakeaways(
  { takeaways, parts }: Draft,
  { takeaways: { least }, takeawayWords }: Lengths,
): Draft['takeaways'] {
  let left = takeaways.length
  return takeaways.flatMap((takeaway) => {
    if (!isTooLongLine(takeaway.text, takeawayWords)) return [takeaway]
    const text = cutToClause(takeaway.text, takeawayWords)
    const isVeryLong = countWords(takeaway.text) > takeawayWords * MAX_TAKEAWAY_FACTOR
    if (text === '' && isVeryLong && left > Math.max(1, least) && !hasDetails(parts, takeaway)) {
      left -= 1
      return []
    }
    return [{ ...takeaway, text: text || takeaway.text }]
  })
}

function cutGist(gist: string, { summary }: Lengths, maxWords: number | undefined): string {
  const cut = cutToClause(gist, MAX_GIST_WORDS) || boundWords(gist, MAX_GIST_WORDS)
  return summary === null && maxWords !== undefined ? boundWords(cut, maxWords) : cut
}

/**
 * Cuts a first screen that is clearly too long: the last takeaways, since a few words too many are no reason to lose what
 * comes next, then the last lines of key parts, decisions at the end. A guide loses no step: without its end it misleads.
 */
function cutFirstScreen(draft: Draft, { firstScreen, takeaways }: Lengths): void {
  const isGuide = draft.kind === 'guide' && draft.keyParts.length > 0
  const { least } = isGuide ? { least: 1 } : draft.keyParts.length > 0 ? besideKeyParts(takeaways) : takeaways
  const isLongerThan = (most: number): boolean => countWords(textsOf(draft).firstScreen) > most
  const most = Math.ceil(firstScreen * LENIENCE)
  const isLoose = (): boolean => draft.takeaways.slice(-1).every((last) => !hasDetails(draft.parts, last))
  while (isLongerThan(most) && draft.takeaways.length > Math.max(1, least) && isLoose()) draft.takeaways.pop()
  if (isGuide || !isLongerThan(most)) return
  while (isLongerThan(firstScreen)) {
    const last = draft.keyParts.findLast(({ lines }) => lines.length > 1)
    if (last === undefined) return
    last.lines.pop()
  }
}

/**
 * The draft with a summary that is too short to be the basic one as an untitled first part, its background. Else the
 * parts would be cut to six times its words.
 */
function withBackground(draft: Draft, mostWords: number): Draft {
  const texts = textsOf(draft)
  const partsWords = Math.min(mostWords, countWords(texts.parts))
  if (draft.summary.length === 0 || countWords(texts.summary) * PARTS_FACTOR.most >= partsWords) return draft
  const lines = draft.summary.map(({ text, blocks }) => ({ cells: [text], blocks }))
  return { ...draft, summary: [], parts: [{ title: '', form: 'text', header: [], lines }, ...draft.parts] }
}

/**
 * The draft within its bounds, cut at the ends of sentences, clauses and lines.
 *
 * @param sourceWords words of the source, of which a page with advanced parts has at most half
 * @param maxWords upper bound of the summary, if the user set one
 */
export function fitDraft(draft: Draft, lengths: Lengths, sourceWords: number, maxWords: number | undefined): Draft {
  const { summary, parts } = lengths
  // A requested length changes the summary alone.
  const isRequested = maxWords !== undefined
  const whole = parts === null || isRequested ? draft : withBackground(draft, parts.most)
  const fitted = {
    ...whole,
    gist: { ...draft.gist, text: cutGist(draft.gist.text, lengths, maxWords) },
    takeaways: cutTakeaways(draft, lengths),
    keyParts: draft.keyParts.map((part) => ({ ...part, lines: [...part.lines] })),
    summary: summary === null ? [] : cutParagraphs(whole.summary, summary.most, maxWords),
  }
  cutFirstScreen(fitted, lengths)
  if (parts === null) return { ...fitted, parts: [] }
  const texts = textsOf(fitted)
  const summaryWords = countWords(texts.summary)
  const used = countWords(`${texts.firstScreen} ${texts.summary}`)
  const room = isRequested ? Number.POSITIVE_INFINITY : sourceWords * ADVANCED_PAGE_SHARE - used
  const most = parts.most * LENIENCE
  const beside = summaryWords === 0 ? Number.POSITIVE_INFINITY : summaryWords * PARTS_FACTOR.most
  const largest = isRequested ? Number.POSITIVE_INFINITY : Math.min(room, beside)
  const mostWithPlots = Math.max(most, sourceWords * PARTS_SHARE)
  return { ...fitted, parts: cutParts(whole.parts, Math.min(most, largest), Math.min(mostWithPlots, largest)) }
}
