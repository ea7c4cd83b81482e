import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { dateline } from '../../shared/text/dateline.ts'
import { findSpeakers, findTurns } from '../../shared/text/speakers.ts'
import { countWords } from '../../shared/text/words.ts'
import { findFrontMatter } from '../front-matter.ts'
import type { Section } from '../sections.ts'
import {
  isClaimed,
  isCourtesy,
  isInvitation,
  isProvision,
  isRecap,
  isRepealed,
  isSalutation,
  purposeCue,
} from '../text/cues.ts'
import { languageOf } from '../text/languages.ts'
import { mentionsOf } from '../text/mentions.ts'
import {
  isAim,
  isIllegible,
  isProse,
  isQuestion,
  isWhole,
  latinShare,
  measureWords,
  type Usual,
} from '../text/prose.ts'
import { type References, referencesOf, speechFinder } from '../text/references.ts'
import { type Span, splitSentences } from '../text/sentences.ts'
import { cleanSpeech, cutPassages, isFluent } from '../text/speech.ts'
import { words } from '../text/tokens.ts'

/** One sentence of the source: `block.text.slice(start, end)`, in a transcript without its fillers. */
export interface Sentence extends References {
  /** Position among all sentences of the document. */
  readonly index: number
  readonly section: number
  readonly block: Block
  readonly start: number
  readonly end: number
  readonly text: string
  /** Length in words, by `countWords` or by white space, whichever is more. */
  readonly words: number
  /** It is from a list or a quotation set apart, not from a paragraph, which may have a number. */
  readonly inset: boolean
  /** It comes from a transcript: it has a speaker, or the source has no punctuation. */
  readonly spoken: boolean
  /** As named before the turn of a transcript; null elsewhere. */
  readonly speaker: string | null
  /** False: no line or run begins with it (fragment, page furniture, half of a quotation, list of names, question). */
  readonly usable: boolean
  /** It may follow the sentence before it in a run; short sentences, questions and speech over several sentences may. */
  readonly joins: boolean
  /** Stems of the names and short forms that an earlier sentence has introduced. */
  readonly mentions: readonly string[]
  /** Speech without fillers, repeated or half words, and that is no reply; true of all writing. */
  readonly fluent: boolean
}

/** All sentences of a document, and facts about it that scoring needs. */
export interface ReadDocument {
  sentences: Sentence[]
  language: string
  title: string
}

interface Context extends Usual {
  speakers: ReadonlySet<string>
  /** Punctuation is too rare to mark sentences, as in automatic captions. */
  unpunctuated: boolean
  matter: ReadonlySet<Block>
  /** Whether the source is a law or contract, of which repealed provisions are not shown. */
  law: boolean
  language: string
  standfirst: Block | undefined
}

const prose: ReadonlySet<string> = new Set(['paragraph', 'list-item', 'quote'])

const bullet =
  /^(?:\[[^[\]]{2,40}\]\s+|[-–—•·*▪◦‣●○■□►▶✓✔※]+\s+|\(\p{Lu}{2,8}\) [–—-]{1,2} |\(?\d{1,2}[).]\s+|\([a-z]\)\s+|[①-⑳]\s*|>{2,3}\s*|\p{Lu}\p{L}+[—–] )(?=\S)/u
/** "NEW DELHI: ": the place of a news item. */
const placeBefore =
  /^(?:\p{Lu}{3,}(?: \p{Lu}{2,}){0,3}: |\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?:, \p{Lu}[\p{L}.]+)? [–—] )(?=["“]?\p{Lu}\p{Ll})/u

/** "[Transcriber's note: …]", "[Tabulated results helpful. …]": words about the text. */
const note = /^\[[^[\]]*\]$/u

/** The sentences of one speaker's turn, without dateline or bullet; `item`: of a list within a paragraph. */
function spansOf(content: string, context: Context): (Span & { item?: boolean })[] {
  if (context.unpunctuated)
    return splitSentences(content).flatMap((span) => cutPassages(content, span, context.language))
  // "VELM, S.C. (AP) — ": a dateline can have the end of a sentence.
  const from = (dateline.exec(content) ?? placeBefore.exec(content))?.[0].length ?? 0
  return splitSentences(content.slice(from)).map((span) => {
    const [start, end] = [from + span.start, from + span.end]
    const text = content.slice(start, end)
    const lead = bullet.exec(text)?.[0].length ?? 0
    return { start: start + lead < end ? start + lead : start, end, item: start > 0 && lead > 0 }
  })
}

/** Fewest words of an item that is a paragraph with a number, as in laws and judgments. */
const PARAGRAPH_WORDS = 25

/** Whether a block is a quotation set apart, or an item of a list that is no paragraph of its own. */
const isInset = ({ type, text }: Block): boolean =>
  type === 'quote' || (type === 'list-item' && countWords(text) < PARAGRAPH_WORDS)

/** Words by which a sentence with the purpose of a meeting is judged, at most. */
const PURPOSE_WORDS = 60

/** Signs of something else than a standfirst: a quotation, credit, label, address, headline or whole sentence. */
const noStandfirst =
  /^["“„«‘]|[|•©@<>{}:#/]|(?<!\p{L})\p{Lu}\p{L}{0,20} \p{Lu}\p{L}{0,20} \p{Lu}|[.!?…。:;,]["'”’»)\]]*$/u

/** Whether the first block of an article is its standfirst: 12 to 40 words without a full stop that sum it up. */
function isStandfirst({ type, text }: Block): boolean {
  const words = countWords(text)
  return type === 'paragraph' && words >= 12 && words <= 40 && !noStandfirst.test(text)
}

/** Most words of the term that a definition list explains in its next item, which is longer. */
const TERM_WORDS = 12

/** Minimum words of a line that introduces the next one; "Abstract:" and "Dear Ms. Reyes:" don't. */
const LEAD_WORDS = 5

/** Whether a block announces the next one, which only makes sense after it: by a colon, or as a term to define. */
function announces({ type, text }: Block, next: Block): boolean {
  const words = countWords(text)
  const isTerm = type === 'list-item' && next.type === 'list-item' && !/\p{P}$/u.test(text)
  return (
    (prose.has(type) && /[:：]$/u.test(text) && words >= LEAD_WORDS && !isSalutation(text)) ||
    (isTerm && words <= TERM_WORDS && words < countWords(next.text))
  )
}

const onlyQuotation = /^(?:“[^“”]*”|"[^"]*"|„[^„“”]*[“”]|«[^«»]*»|「[^「」]*」)[.,]?$/u
const severalSentences = /[.!…。！]["'”’»)\]」』]*(?: |\p{Lo})/u
/** Whether the next paragraph goes on from one: it ends with a question, or is only a quotation. One question may be a heading. */
const leadsOver = ({ text }: Block): boolean =>
  onlyQuotation.test(text) || (severalSentences.test(text) && isQuestion(text))

function sentencesOf(
  block: Block,
  before: Block | undefined,
  { section, index }: Pick<Sentence, 'section' | 'index'>,
  context: Context,
): Sentence[] {
  if (!prose.has(block.type)) return []
  const turns = findTurns(block.text, context.speakers)
  const parts = [{ start: 0, contentStart: 0, speaker: null }, ...turns]
  const spans = parts.flatMap(({ contentStart, speaker }, at) =>
    spansOf(block.text.slice(contentStart, parts[at + 1]?.start ?? block.text.length), context).map((span) => ({
      start: contentStart + span.start,
      end: contentStart + span.end,
      item: span.item === true,
      speaker,
    })),
  )
  const followsUp = (at: number): boolean => {
    const last = spans[at - 1]
    return last === undefined
      ? before !== undefined && leadsOver(before)
      : isQuestion(block.text.slice(last.start, last.end))
  }
  const isInSpeech = speechFinder(block.text)
  const inset = isInset(block)
  // "Through the minutes of the previous meeting: we decided …" is no decision of this one.
  const recap = spans.findIndex((one) => isRecap(block.text.slice(one.start, one.end)))
  return spans.map(({ start, end, item, speaker }, at) => {
    const spoken = speaker !== null || context.unpunctuated
    const raw = block.text.slice(start, end)
    const text = speaker === null ? raw : cleanSpeech(raw, context.language)
    const length = measureWords(text)
    const references = referencesOf(text, context.language, context.lenient)
    const joins =
      !item &&
      !context.matter.has(block) &&
      !note.test(block.text) &&
      !isClaimed(block.headingPath.at(-1) ?? null) &&
      // A chair names the purpose and all witnesses in one sentence.
      isProse(
        text,
        spoken && purposeCue(text) > 0 ? Math.min(length, PURPOSE_WORDS) : length,
        block === context.standfirst ? { ...context, lenient: true } : context,
      ) &&
      !isInvitation(text) &&
      !(spoken && purposeCue(text) === 0 && isCourtesy(text, length, spoken)) &&
      !(spoken && recap !== -1 && at > recap && spans[recap]?.speaker === speaker) &&
      !(context.law && isRepealed(text))
    return Object.assign(references, {
      index: index + at,
      section,
      block,
      start,
      end,
      text,
      words: length,
      inset,
      spoken,
      speaker,
      usable:
        joins &&
        !(context.language === 'en' && isAim(text)) &&
        !isInSpeech(start, end) &&
        isWhole(text, length, spoken, context.exclaims) &&
        !isCourtesy(text, length, spoken),
      joins,
      fluent: !spoken || isFluent(text, context.language),
      mentions: [],
      points: references.points || (!spoken && followsUp(at)),
      dependent: references.dependent || (at === 0 && before !== undefined && announces(before, block)),
    })
  })
}

/** Characters of the sample from which the language is detected. */
const SAMPLE_CHARACTERS = 6000
/** A text with fewer full stops than one in this many words is unpunctuated. */
const WORDS_A_STOP = 60
/** Share of the text in paragraphs with a full stop below which none is required. */
const PUNCTUATED_SHARE = 0.4
const stop = /[。！？]|[.!?؟۔।॥።](?=\s|["'”’»)\]」』]|$)/gu

function punctuationOf(
  document: ExtractedDocument,
): Pick<Context, 'unpunctuated' | 'lenient' | 'tokenized' | 'exclaims'> {
  const texts = document.blocks.filter((block) => prose.has(block.type)).map((block) => block.text)
  const characters = (of: readonly string[]) => of.reduce((sum, text) => sum + text.length, 0)
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
  const stops = count(stop)
  // Tables and code have words, but no sentences.
  const words = texts.reduce((sum, text) => sum + countWords(text), 0)
  const unpunctuated = words > WORDS_A_STOP && stops * WORDS_A_STOP < words
  const ended = texts.filter((text) => text.match(stop) !== null)
  return {
    unpunctuated,
    lenient: unpunctuated || characters(ended) < characters(texts) * PUNCTUATED_SHARE,
    exclaims: count(/[!！](?=\s|$)/gu) * 3 > stops,
    tokenized: count(/ ,/gu) * 2 > count(/,/gu),
  }
}

/** Minimum provisions of a law or contract, and their minimum share of its paragraphs and headings. */
const MIN_PROVISIONS = 4
const PROVISIONS_SHARE = 0.08

function isLaw({ blocks }: ExtractedDocument): boolean {
  const provisions = blocks.filter(({ text }) => isProvision(text)).length
  return provisions >= MIN_PROVISIONS && provisions >= blocks.length * PROVISIONS_SHARE
}

/**
 * Reads all sentences of a document, section by section.
 * @throws AppError source_no_text_layer (most words are damaged)
 */
export function readSentences(document: ExtractedDocument, sections: readonly Section[]): ReadDocument {
  if (isIllegible(document.blocks.flatMap(({ type, text }) => (prose.has(type) ? [text] : []))))
    throw new AppError(
      'source_no_text_layer',
      'The text of this source isn’t legible. Run OCR for its language on it and try again.',
    )
  const sample = document.blocks
    .slice(0, 60)
    .map((block) => block.text)
    .join(' ')
    .slice(0, SAMPLE_CHARACTERS)
  const opening = document.blocks.find(({ type }) => type !== 'heading')
  const context: Context = {
    speakers: findSpeakers(document.blocks.map((block) => block.text)),
    ...punctuationOf(document),
    latin: latinShare(sample) > 0.5,
    matter: findFrontMatter(document.blocks, document),
    standfirst: document.kind === 'article' && opening && isStandfirst(opening) ? opening : undefined,
    law: isLaw(document),
    language: languageOf(document.language, words(sample)),
  }
  const sentences: Sentence[] = []
  for (const [at, section] of sections.entries()) {
    section.blocks.forEach((block, place) => {
      const position = { section: at, index: sentences.length }
      sentences.push(...sentencesOf(block, section.blocks[place - 1], position, context))
    })
  }
  const mentions = mentionsOf(
    sentences.map(({ text }) => text),
    context.language,
  )
  return {
    sentences: sentences.map((sentence, at) => Object.assign(sentence, { mentions: mentions[at] ?? [] })),
    language: context.language,
    title: document.title,
  }
}

/** A document in which only the sentences of some passages can be shown. */
export function onlyWithin(
  { sentences, ...rest }: ReadDocument,
  passages: readonly { block: Block; start: number; end: number }[],
): ReadDocument {
  const byBlock = Map.groupBy(passages, ({ block }) => block)
  const isWithin = ({ block, start, end }: Sentence): boolean =>
    byBlock.get(block)?.some((passage) => start < passage.end && passage.start < end) === true
  return {
    ...rest,
    sentences: sentences.map((sentence) =>
      isWithin(sentence) ? sentence : { ...sentence, usable: false, joins: false },
    ),
  }
}
