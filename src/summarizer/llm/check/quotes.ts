import type { Quote } from '../../../shared/summary/summary-page.ts'
import { soundMark, soundMarks, withoutNoise } from '../../../shared/text/speakers.ts'
import { countWords } from '../../../shared/text/words.ts'
import { citationOf } from '../../citations.ts'
import { splitSentences } from '../../text/sentences.ts'
import { words } from '../../text/tokens.ts'
import { type FoundQuote, findQuote } from '../../verification/find-quote.ts'
import { injectionsIn } from '../../verification/prompt-injection.ts'
import { withoutAccented } from '../../verification/source-names.ts'
import { occurrences, type SourceText } from '../../verification/source-text.ts'
import { TextRow } from '../../verification/tokens.ts'
import { isCommon } from '../../verification/unsupported-names.ts'
import type { Draft } from '../draft.ts'
import { hasAddress } from '../plain-text.ts'
import type { Repeats } from './repeats.ts'

const fold = (text: string): string => words(text).join(' ')

/** Blocks around a quote in which its speaker must be named. */
const BEFORE = 10
const AFTER = 3

const capitalized = /^\p{Lu}\p{L}{2,}$/u

/** The end of a name that the source has, before an office: "Lind" of "Mara Lind, the warden". Empty if others bear it. */
function knownEnd({ blocks, language }: SourceText, speaker: string, known: ReadonlySet<string>): string {
  const parts = (speaker.split(/[,(，（]/u)[0] ?? '').trim().split(/\s+/u)
  const isKnown = (part: string): boolean => capitalized.test(part) && words(part).every((word) => known.has(word))
  const end = parts.slice(parts.findLastIndex((part) => !isKnown(part)) + 1).join(' ')
  const borne = new RegExp(`(?<!\\p{L})(\\p{Lu}\\p{L}+) ${end}(?!\\p{L})`, 'gu')
  const others =
    end === '' ? [] : blocks.flatMap(({ text }) => Array.from(text.matchAll(borne), ([, name = '']) => name))
  return others.some((name) => !isCommon(name.toLowerCase(), language)) ? '' : end
}

/**
 * The speaker, if the source names them near the quote, by a part of a full name, or as its author; as much of their
 * name as it has if it never has the full one; else null.
 */
function verifySpeaker(source: SourceText, speaker: string, [first]: FoundQuote['blocks']): string | null {
  const { author, site, title } = source.document
  const at = source.blockAt.get(first.id) ?? 0
  const near = source.blocks.slice(Math.max(0, at - BEFORE), at + AFTER + 1).map(({ text }) => text)
  const known = new Set(words([...near, ...first.headingPath, author, site, title].join(' ')))
  const name = words(speaker).map((word) => (known.has(word) ? word : withoutAccented(word)))
  const forms = new TextRow(speaker).tokens.map(({ form }) => form)
  const isFullName = name.some((word) => word.length > 2 && known.has(word)) && !occurrences(source, forms).next().done
  if (name.length > 0 && (name.every((word) => known.has(word)) || isFullName)) return speaker.trim()
  return knownEnd(source, speaker, known) || null
}

/** Maximum words of the sentence that a partial quote is extended to. */
const SENTENCE_WORDS = 40
const opens = /(?:[:：]\s*|«\s|[\p{Pi}\p{Ps}"'„‚«»‹›])$/u
const ends = /[.!?…。！？।][\p{Pf}\p{Pe}"'“”«»]*$/u

/** Marks after direct speech whose speaker the page names: “…,” said the mayor. */
const endsSpeech = /^,?(?:\s»|[\p{Pi}\p{Pf}"])/u
/** The same before the rest of a sentence, which may turn it round: “I will go,” said the mayor, “if they pay.” */
const dividesSpeech = /^,?\s?["“”»][^"“”„«»]+(?:,\s?["“„«]|["“„«]\s?\p{Ll})/u

/** Closing marks by the opening one. Single ones are also apostrophes. */
const closingMarks: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“”', '«': '»', '»': '«' }
const letter = /[\p{L}\p{N}]/u

/** Where speech ends that an opening mark begins, after quotations inside it; -1 if it doesn't end in the text. */
function endOfSpeech(text: string, opening: string): number {
  const closing = closingMarks[opening] ?? ''
  let depth = 0
  for (const { 0: mark, index } of text.matchAll(/["“”„«»]/gu)) {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + 1)]
    // Abbreviations in Hebrew contain one, and inches end with one: 5" wide.
    const isInch = /(?<!\p{N})\p{N}{1,2}$/u.test(text.slice(0, index)) && /^[\s-]\p{Ll}/u.test(text.slice(index + 1))
    if (mark === '"' && (isInch || (letter.test(before) && letter.test(after)))) continue
    const isOpening = mark === '"' ? /^[\s(]?$/u.test(before) && letter.test(after) : mark === opening
    if (isOpening) depth += 1
    else if (closing.includes(mark) && depth === 0) return index
    else if (closing.includes(mark)) depth -= 1
  }
  return -1
}

/** Words of the longer part of a divided sentence as a multiple of the other's: that one may be the point. */
const DIVIDED_FACTOR = 3

const speechEnd = /[.,!?…。，！？]\s*$/u
const afterSpeech = /^\s*[,，–—-]/u

/**
 * Finds a quote, up to the end of the direct speech that it begins, or else of the speech that resumes after the author's
 * own words.
 */
function findSpeech(source: SourceText, quoted: string, claimed: string): FoundQuote | null {
  const found = findQuote(source, quoted, [claimed])
  if (found === null) return null
  const [{ id, text: block }] = found.blocks
  const hasMark = closingMarks[found.text.charAt(0)] !== undefined
  const before = block.slice(0, Math.max(0, block.indexOf(found.text))).replace(/«\s+$/u, '«')
  const opening = hasMark ? found.text.charAt(0) : before.slice(-1)
  const text = found.text.slice(hasMark ? 1 : 0)
  const end = endOfSpeech(text, opening)
  const [speech, rest] = [text.slice(0, end), text.slice(end + 1)]
  // A mark at the very beginning may open a term or a title: “Smart” grids cost more.
  if (end < 0 || (hasMark && (rest === '' || !(speechEnd.test(speech) || afterSpeech.test(rest))))) return found
  if (hasMark && !rest.includes(opening) && countWords(rest) > countWords(speech)) return found
  const resumed = rest.slice(rest.indexOf(opening) + 1)
  // Words after the second stretch may name another speaker.
  const isLast =
    rest.includes(opening) &&
    !/\p{L}/u.test(resumed.slice(endOfSpeech(`${resumed}${closingMarks[opening] ?? ''}`, opening)))
  // Of a sentence that the author's own words divide, the longer part is shown.
  const isDivided = isLast && /,\s*$/u.test(speech) && countWords(resumed) >= countWords(speech) * DIVIDED_FACTOR
  const stretches = isDivided ? [resumed, speech] : [speech, ...(isLast ? [resumed] : [])]
  return (
    stretches.reduce<FoundQuote | null>((one, each) => one ?? findQuote(source, each, [id]), null) ??
    (hasMark ? found : null)
  )
}

/** Maximum clauses of a quote after which speech is looked for that its author interrupts. */
const MAX_CLAUSES = 6

/** The longer stretch of speech that its author interrupts and a model joins: “After two years,” she asks, “what is left?” */
function findJoined(source: SourceText, quoted: string, claimed: string): FoundQuote | null {
  for (const { index } of [...quoted.matchAll(/[,.!?;:—–]\s/gu)].slice(0, MAX_CLAUSES)) {
    const [head, tail] = [quoted.slice(0, index), quoted.slice(index + 1)]
    const found = findQuote(source, tail, [claimed])
    const text = found?.blocks[0].text ?? ''
    const before = text.slice(0, Math.max(0, text.indexOf(found?.text ?? '')))
    if (found === null || !opens.test(before) || !fold(before).includes(fold(head))) continue
    return countWords(tail) >= countWords(head) ? found : findQuote(source, head, [claimed])
  }
  return null
}

/**
 * A quote as whole sentences of its block: as it is if it begins and ends as a sentence or direct speech does, else
 * extended to the sentences that it is part of, without a speaker's label; null if these are too long, and for half a
 * sentence that its author's own words divide.
 */
function inWholeSentences({ text, blocks: [{ text: block }] }: FoundQuote, speaker: string | null): string | null {
  const start = block.indexOf(text)
  if (start < 0) return text
  const end = start + text.length
  const around = splitSentences(block).filter((span) => span.end > start && span.start < end)
  const [first, last] = [around[0]?.start ?? start, around.at(-1)?.end ?? end]
  const before = block.slice(first, start)
  const isWholeStart = opens.test(before) || fold(before) === ''
  const rest = block.slice(end, last)
  if (!ends.test(text) && dividesSpeech.test(rest)) return null
  const isWholeEnd = ends.test(text) || fold(rest) === '' || (speaker !== null && endsSpeech.test(rest))
  if (isWholeStart && isWholeEnd) return text.replace(/,$/u, '')
  const whole = block.slice(/[:：]\s*$/u.test(before) ? start : first, last)
  return countWords(whole) > SENTENCE_WORDS ? null : whole
}

/** A mark of a sound that a quote ends with, whose bracket is not part of it. */
const openMark = /\{[a-z]+$/u

/** A quote from a conversation without marks of sounds around it; null if one interrupts it or breaks it off. */
function withoutSounds({ labels }: SourceText, quote: string): string | null {
  const whole = quote.replace(openMark, '$&}')
  if (labels.size === 0 || !soundMark.test(whole)) return quote
  const spoken = whole.replaceAll(soundMarks, (mark) => ' '.repeat(mark.length))
  const text = whole.slice(spoken.length - spoken.trimStart().length, spoken.trimEnd().length)
  return soundMark.test(text) || !ends.test(text) ? null : text
}

/** The quotes that the source contains: whole sentences, verbatim, without duplicates and repeats of the page. */
export function verifyQuotes(source: SourceText, quotes: Draft['quotes'], most: number, told: Repeats): Quote[] {
  const injections = injectionsIn(source)
  const found: Quote[] = []
  for (const { text, speaker, block } of quotes) {
    const quote = findSpeech(source, text, block) ?? findJoined(source, text, block)
    if (quote === null || quote.blocks.some((from) => injections.taints(from, quote.text))) continue
    const named = verifySpeaker(source, speaker, quote.blocks)
    const sentences = inWholeSentences(quote, named)
    const whole = sentences && withoutSounds(source, sentences)
    if (whole === null || hasAddress(whole) || told.has(whole)) continue
    const folded = fold(whole)
    if (found.some((other) => fold(other.text).includes(folded) || folded.includes(fold(other.text)))) continue
    const citations = [citationOf(quote.blocks[0], whole)]
    found.push({ text: withoutNoise(whole), citations, speaker: named })
  }
  return found.slice(0, most)
}
