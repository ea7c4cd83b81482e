import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { countWords } from '../../shared/words.ts'
import type { Section } from '../sections.ts'
import { toPattern, wordSet } from '../text/language-tables.ts'
import { languageOf, stopWordsOf } from '../text/languages.ts'
import { findSpeakers } from '../text/speakers.ts'
import { words } from '../text/tokens.ts'
import type { ModelInput } from './document-model.ts'
import { profileOf } from './profile.ts'
import tables from './read-document.json' with { type: 'json' }
import { type ReadingContext, readSentences, type Sentence } from './read-sentences.ts'
import { type SentenceTerms, TermIndex } from './terms.ts'

/**
 * Headings of the parts around a text that are not the text: references, contents, imprint, thanks, links. Folded as
 * `foldHeading` does.
 */
const headings = wordSet(tables.headings, ', ')

const numbering =
  /^(?:(?:appendix|chapter|section|part)\s+)?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlc]{1,7}|[a-z])?[.):\s]+(?=\p{L})/u

/** A heading without its number, its marks and its case. */
function foldHeading(heading: string): string {
  const lower = heading.slice(0, 80).toLowerCase().replaceAll('’', "'").trim()
  const bare = headings.has(lower) ? lower : lower.replace(numbering, '')
  return bare
    .replace(/[^\p{L}\p{M}\p{N}' ]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Words and marks of an imprint or licence, one of which in so many words makes a block one. */
const imprint = toPattern(tables.imprint)
const IMPRINT_WORDS = 18

/** Marks of a bibliographic entry, of which one stands in every few words there. */
const citation = toPattern(tables.citation)
const LEAST_CITATIONS = 3
const CITATION_WORDS = 7

function dense(text: string, pattern: RegExp, least: number, wordsEach: number): boolean {
  const hits = text.match(pattern)?.length ?? 0
  return hits >= least && hits * wordsEach >= countWords(text)
}

/** Whether a text is an entry of a bibliography, or a note that is one. */
export function isReference(text: string): boolean {
  return dense(text.slice(0, 600), citation, LEAST_CITATIONS, CITATION_WORDS)
}

/** With more of the words than this below such headings they are what the document is about. */
const MOST_SHARE = 0.5
/** Longer blocks are text, whatever words they use. */
const MOST_IMPRINT_CHARACTERS = 1500

function isImprint(text: string): boolean {
  return text.length <= MOST_IMPRINT_CHARACTERS && dense(text, imprint, 1, IMPRINT_WORDS)
}

/** A title after the number of its section, several of which in a row make a table of contents. */
const numberedTitle = /(?:^|\s)\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{Lu}/gu
const LEAST_TITLES = 3
const TITLE_WORDS = 18

function isContents(text: string): boolean {
  return dense(text.slice(0, 2000), numberedTitle, LEAST_TITLES, TITLE_WORDS)
}

function hasMatterHeading({ headingPath, place }: Block): boolean {
  // The outermost heading of a document is its title; a title alone makes no reference list of it.
  const own = headingPath.length > 1 ? headingPath.slice(1) : headingPath
  const titles = place.kind === 'chapter' && place.title !== undefined ? [place.title, ...own] : own
  return titles.some((title) => headings.has(foldHeading(title)))
}

/**
 * The blocks of a document that stand around its text: reference lists, contents, imprint, acknowledgements, links.
 * They are read, and nothing is picked from them.
 */
export function findMatter(blocks: readonly Block[]): ReadonlySet<Block> {
  const headed = new Set<Block>()
  const told = new Map<string, boolean>()
  let headedCharacters = 0
  let characters = 0
  for (const block of blocks) {
    const title = block.place.kind === 'chapter' ? (block.place.title ?? '') : ''
    const key = [title, ...block.headingPath].join('\u0000')
    const known = told.get(key) ?? hasMatterHeading(block)
    told.set(key, known)
    characters += block.text.length
    if (!known) continue
    headed.add(block)
    headedCharacters += block.text.length
  }
  const found = headedCharacters <= characters * MOST_SHARE ? headed : new Set<Block>()
  for (const block of blocks) {
    if (!found.has(block) && (isImprint(block.text) || isReference(block.text) || isContents(block.text)))
      found.add(block)
  }
  return found
}

/** Words looked at to tell the language where the document does not name it. */
const SAMPLE_CHARACTERS = 6000
/** A full stop less often than once in so many words means that nobody set any (automatic captions). */
const WORDS_A_STOP = 60
/** Share of sentences that must end in a full stop for one to be demanded of all. */
const PUNCTUATED_SHARE = 0.4

const stop = /[.!?。！？؟।॥።](?=\s|["'”’»)\]」』]|$)/gu
const terminal = /[.!?…。！？؟।॥።]["'”’»)\]」』]*$/u

const prose: ReadonlySet<string> = new Set(['paragraph', 'list-item', 'quote'])

function isUnpunctuated(document: ExtractedDocument): boolean {
  const texts = document.blocks.filter((block) => prose.has(block.type)).map((block) => block.text)
  const stops = texts.reduce((sum, text) => sum + (text.match(stop)?.length ?? 0), 0)
  return document.words > WORDS_A_STOP && stops * WORDS_A_STOP < document.words
}

/** Nobody takes a breath in less; captions that run on leave none. */
const PAUSE_SECONDS = 0.9

/** Blocks of speech that begin after a pause. */
function findPauses(blocks: readonly Block[]): ReadonlySet<Block> {
  return new Set(
    blocks.filter((block, at) => {
      const before = blocks[at - 1]?.place
      if (block.place.kind !== 'time' || before === undefined) return true
      return before.kind !== 'time' || block.place.startSeconds - before.endSeconds >= PAUSE_SECONDS
    }),
  )
}

const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Terms of the title, or null where it only repeats the first words of the text. */
function titleTerms(document: ExtractedDocument, index: TermIndex): SentenceTerms | null {
  const title = fold(document.title)
  const first = document.blocks.find((block) => prose.has(block.type))
  if (title === '' || (first !== undefined && fold(first.text.slice(0, 400)).startsWith(title.slice(0, 60))))
    return null
  return index.read(document.title)
}

/**
 * Reads all sentences of a document, section by section. Yields the number of sections read after each.
 */
export function* readDocument(
  document: ExtractedDocument,
  sections: readonly Section[],
): Generator<number, ModelInput> {
  const sample = words(
    document.blocks
      .slice(0, 60)
      .map((block) => block.text)
      .join(' ')
      .slice(0, SAMPLE_CHARACTERS),
  )
  const language = languageOf(document.language, sample)
  const context: ReadingContext = {
    speakers: findSpeakers(document.blocks.map((block) => block.text)),
    unpunctuated: isUnpunctuated(document),
    language,
    matter: findMatter(document.blocks),
    afterPause: findPauses(document.blocks),
  }
  const index = new TermIndex(stopWordsOf(language))
  const title = titleTerms(document, index)
  const sentences: Sentence[] = []
  const terms: SentenceTerms[] = []
  for (const [at, section] of sections.entries()) {
    for (const block of section.blocks) {
      for (const sentence of readSentences(block, at, sentences.length, context)) {
        sentences.push(sentence)
        terms.push(index.read(sentence.text))
      }
    }
    yield at + 1
  }
  const punctuated = sentences.filter((sentence) => terminal.test(sentence.text)).length
  return {
    sentences,
    terms,
    index,
    title,
    profile: profileOf(sentences, context.unpunctuated),
    language,
    lenient: context.unpunctuated || punctuated < sentences.length * PUNCTUATED_SHARE,
  }
}
