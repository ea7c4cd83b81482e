import type { Block, ExtractedDocument } from '../../../shared/document.ts'
import type { Pace } from '../../pace.ts'
import type { Section } from '../../sections.ts'
import { findMatter } from './matter.ts'
import type { ModelInput } from './model.ts'
import { profileOf } from './profile.ts'
import { type ReadingContext, readSentences, type Sentence } from './read-sentences.ts'
import { languageOf, stopWordsOf } from './stop-words.ts'
import { type SentenceTerms, TermIndex } from './term-index.ts'
import { words } from './tokens.ts'
import { findSpeakers } from './turns.ts'

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
 * Reads all sentences of a document, section by section.
 *
 * @param onSection told after each section how many are read
 */
export async function* readDocument(
  document: ExtractedDocument,
  sections: readonly Section[],
  pace: Pace,
): AsyncGenerator<number, ModelInput> {
  const sample = words(
    document.blocks
      .slice(0, 60)
      .map((block) => block.text)
      .join(' ')
      .slice(0, SAMPLE_CHARACTERS),
  )
  await pace()
  const language = languageOf(document.language, sample)
  const context: ReadingContext = {
    speakers: findSpeakers(document.blocks.map((block) => block.text)),
    unpunctuated: isUnpunctuated(document),
    language,
    matter: await findMatter(document.blocks, pace),
    afterPause: findPauses(document.blocks),
  }
  await pace()
  const index = new TermIndex(stopWordsOf(language))
  const title = titleTerms(document, index)
  const sentences: Sentence[] = []
  const terms: SentenceTerms[] = []
  for (const [at, section] of sections.entries()) {
    for (const block of section.blocks) {
      await pace()
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
