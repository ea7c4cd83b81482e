import type { PagePart } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import type { Section } from '../sections.ts'
import { stopWordsOf } from '../text/languages.ts'
import type { Persons } from '../text/names.ts'
import { isUnbalanced } from '../text/prose.ts'
import { conversationalWords } from '../text/speech.ts'
import { stem } from '../text/tokens.ts'
import { paragraphsOf } from './compose.ts'
import type { Candidate, Model } from './model.ts'
import { type Form, opensParagraph } from './opening.ts'
import {
  chooseRuns,
  inOrder,
  isClearSpeech,
  isQuotation,
  knownFrom,
  longest,
  opensSpeech,
  type Run,
  runsFrom,
  unknownNouns,
  wordsOf,
} from './runs.ts'

/** Least words of a passage's limit, most words of a run of a conversation, and least words of a single sentence. */
const RUN = { least: 36, most: 130, single: 14 }
/** Maximum words of a passage, as a multiple of what its section lacks. */
const SPREAD = 1.25
/** Words of a part for which there is a section. */
const MIN_PART_WORDS = 32
const MAX_RUNS = 12
/** The beginning of a chapter, which may be one long sentence. */
const BEGINNING = { minSentences: 1, maxWords: 60, anywhere: true }

/** Words that title a part without a heading, and how often each is in it at least. */
const KEY_WORDS = { count: 3, least: 3 }

interface PartsOptions {
  words: { least: number; most: number }
  maxParts: number
  /** Sentences of a run. */
  limits: { minSentences: number; maxSentences: number }
  form: Form
  shown: readonly Candidate[]
  persons: Persons
  /** The gist, which the reader knows. */
  before: string
}

/** The titles of the largest sections, for which there is room, and their sentences. */
function mainSections(model: Model, sections: readonly Section[], maxParts: number) {
  const all = [...Map.groupBy(model.candidates, ({ sentence }) => sentence.section)].map(([at, own]) => ({
    title: sections[at]?.title?.replace(/\s+/gu, ' ').trim() ?? '',
    own,
    size: own.reduce((sum, { sentence }) => sum + (sentence.usable ? sentence.words : 0), 0),
  }))
  const main = new Set(all.toSorted((one, other) => other.size - one.size).slice(0, maxParts))
  return all.filter((section) => section.size > 0 && main.has(section))
}

type Main = ReturnType<typeof mainSections>

/**
 * Passages of sections, each as long as its section's share where the text goes on so far: sentences that follow each
 * other lack nothing. The first sentence of each refers to nothing, except to nouns of the gist, the heading and the
 * section's earlier passages; a story goes on from what is shown of it. Where paragraphs give too little text, passages
 * begin within them too.
 */
function passagesOf(model: Model, main: Main, aim: number, options: PartsOptions): Run[] {
  const { form, limits, before, words, shown } = options
  // Headings count as words of the parts.
  const titles = main.reduce((sum, { title }) => sum + countWords(title), 0)
  const runs: Run[] = []
  // Forms repeat their sections word for word.
  const taken = new Set(shown.map(({ sentence }) => sentence.text))
  let left = words.most - titles
  const isFull = (): boolean => words.most - left >= aim

  /** The sentence of a story before another one, if the reader has read it. */
  const shownBefore = ({ sentence: { index } }: Candidate): Candidate | undefined => {
    const previous = model.candidates[index - 1]
    return form === 'story' && previous !== undefined && taken.has(previous.sentence.text) ? previous : undefined
  }

  /** The longest passage from a sentence; null if it can't begin one. */
  const passageFrom = (first: Candidate, known: ReadonlySet<string>, most: number, isChapter: boolean): Run | null => {
    const after = shownBefore(first)
    // Only what is around direct speech identifies the speaker.
    const isSpeech = opensSpeech(first) && (form === 'story' || isUnbalanced(first.sentence.text))
    if (isSpeech && after === undefined) return null
    if (form === 'written' && (first.sentence.points || unknownNouns(first, known) > 0)) return null
    const usual = { ...limits, after, maxWords: Math.min(left, most) }
    const found = runsFrom(model, first, isChapter ? { ...usual, ...BEGINNING } : usual, known).filter(
      (run) =>
        run.sentences.every(({ sentence }) => !taken.has(sentence.text)) &&
        (form !== 'written' || !isQuotation(run)) &&
        (run.sentences.length > 1 || run.words >= RUN.single),
    )
    return longest(found)
  }

  /** Adds the first passage of a section; returns its words, 0 if there is none. */
  const add = ({ own, title }: Main[number], most: number, atParagraphs: boolean): number => {
    const known = new Set(knownFrom(model, [title, before]))
    const beginning = own.find(opensParagraph)
    for (const first of own) {
      const isTaken = taken.has(first.sentence.text)
      if (isTaken) for (const noun of knownFrom(model, [first.sentence.text])) known.add(noun)
      if (isTaken || (atParagraphs && !opensParagraph(first) && shownBefore(first) === undefined)) continue
      const run = passageFrom(first, known, most, form === 'story' && title !== '' && first === beginning)
      if (run === null) continue
      runs.push(run)
      left -= run.words
      for (const { sentence } of run.sentences) taken.add(sentence.text)
      return run.words
    }
    return 0
  }

  const weights = main.reduce((sum, { size }) => sum + Math.sqrt(size), 0)
  const lacking = main.map(({ size }) => ((aim - titles) * Math.sqrt(size)) / weights)
  // Each section has its first passage before one has a second.
  let isAdded = true
  while (isAdded && !isFull()) {
    isAdded = false
    for (const [at, section] of main.entries()) {
      const share = lacking[at] ?? 0
      const words = share > 0 && !isFull() ? add(section, Math.max(RUN.least, share * SPREAD), true) : 0
      lacking[at] = words > 0 ? share - words : 0
      isAdded ||= words > 0
    }
  }
  for (const atParagraphs of [true, false])
    for (const section of main) while (!isFull() && add(section, RUN.most, atParagraphs) > 0);
  return runs
}

/** A word of a script that separates words. */
const spacedWord =
  /(?<!\p{L})[[\p{L}\p{M}\-]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]]{4,30}(?![\p{L}'’])/gv

/** How often each word is in sentences, by stem, with the form in which it is written first. */
function countTerms(own: readonly Candidate[], language: string): Map<string, { form: string; count: number }> {
  const stops = stopWordsOf(language)
  const counts = new Map<string, { form: string; count: number }>()
  for (const { sentence } of own.filter(({ sentence: { usable } }) => usable)) {
    for (const [form] of sentence.text.matchAll(spacedWord)) {
      const word = form.toLowerCase()
      if (stops.has(word) || conversationalWords.has(word)) continue
      const key = stem(word)
      const known = counts.get(key)
      // "Forms" at the beginning of a sentence is "forms".
      counts.set(key, {
        form: known === undefined || form === word ? form : known.form,
        count: (known?.count ?? 0) + 1,
      })
    }
  }
  return counts
}

/** Titles of parts without headings: the words that each has most of, compared with the others. */
function titleByWords(parts: readonly (readonly Candidate[])[], language: string): string[] {
  const counts = parts.map((own) => countTerms(own, language))
  return counts.map((own) => {
    const rate = (key: string, count: number): number => {
      const others = counts.reduce((sum, each) => sum + (each.get(key)?.count ?? 0), -count)
      return count * Math.log(1 + count / (others + 1))
    }
    const best = [...own]
      .filter(([, { count }]) => count >= KEY_WORDS.least)
      .map(([key, { form, count }]) => ({ form, value: rate(key, count) }))
      .toSorted((one, other) => other.value - one.value)
      .slice(0, KEY_WORDS.count)
      .map(({ form }) => form)
      .join(', ')
    return `${best.charAt(0).toUpperCase()}${best.slice(1)}`
  })
}

/** A passage of a story as its paragraphs. */
const byParagraph = ({ sentences }: Run): Pick<Run, 'sentences'>[] =>
  [...Map.groupBy(sentences, ({ sentence }) => sentence.block).values()].map((own) => ({ sentences: own }))

/**
 * Writes one part for each of the largest sections, under its heading, or its key words where several have none:
 * its passages from the beginning, or the most central runs of a conversation.
 */
export function composeParts(model: Model, sections: readonly Section[], options: PartsOptions): PagePart[] {
  const { maxParts, limits, form, shown, persons, before } = options
  const aim = (options.words.least + options.words.most) / 2
  const isOneStory = form === 'story' && sections.filter(({ title }) => title !== null).length < 2
  const main = isOneStory
    ? [{ title: '', own: [...model.candidates], size: 1 }]
    : mainSections(model, sections, Math.max(1, Math.min(maxParts, Math.floor(aim / MIN_PART_WORDS))))
  const runs =
    form === 'meeting' || form === 'conversation'
      ? chooseRuns(model, {
          maxWords: aim,
          runWords: RUN.most,
          maxRuns: MAX_RUNS,
          limits,
          allowed: isClearSpeech,
          known: knownFrom(model, [before]),
          shown,
        })
      : passagesOf(model, main, aim, options)
  const passages = main.flatMap(({ title, own }) => {
    const inSection = new Set(own)
    const within = inOrder(runs.filter(({ sentences: [first] }) => first !== undefined && inSection.has(first)))
    return wordsOf(within) === 0 ? [] : [{ title, own, within }]
  })
  const untitled = passages.filter(({ title }) => title === '')
  const words =
    untitled.length > 1
      ? titleByWords(
          untitled.map(({ own }) => own),
          model.language,
        )
      : []
  return passages.map((passage) => ({
    title: passage.title === '' ? (words[untitled.indexOf(passage)] ?? '') : passage.title,
    form: 'text',
    header: [],
    lines: paragraphsOf(form === 'story' ? passage.within.flatMap(byParagraph) : passage.within, persons, before).map(
      ({ text, citations }) => ({
        cells: [text],
        citations,
      }),
    ),
  }))
}
