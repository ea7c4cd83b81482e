import { toPattern, wordSet } from './language-tables.ts'
import tables from './sentences.json' with { type: 'json' }

/** Abbreviations in lower case without the stop, over the languages of the stop-word lists. */
const abbreviations = wordSet(tables.abbreviations)

/** Abbreviations that often end a sentence: only a lower-case word or a digit continues it. */
const oftenLast = wordSet(tables.oftenLast)

/** Abbreviations that precede names or end sentences ("the U.S. Senate"), depending on the next word. */
const states: ReadonlySet<string> = new Set(['u.s', 'u.k', 'u.n', 'e.u', 'ee.uu'])

const lastWord = /(?<![\p{L}\p{M}\p{N}.])([\p{L}\p{M}\p{N}.]+)\.\s*$/u
const initials = /(?:^|[\s("“'])(?:\p{Lu}\.[\s-]?)+$/u
/** Words that begin a sentence but are no surname: a capital letter before the stop is then no initial. */
const sentenceOpener = toPattern(tables.sentenceOpener)
const lowerOrDigit = /^["“'(]?[\p{Ll}\p{N}]/u

/** What follows a time of day within a sentence: a time zone, weekday or month, and what stands in parentheses. */
const timeGoesOn =
  /^(?:\(|(?:Eastern|Central|Mountain|Pacific|Greenwich|Local|GMT|UTC|BST|CET|[ECMP][SD]?T)\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|(?:Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.)/u
/** Signs between two parts of a sentence: "p.m. / Aug. 9", "9 a.m. – 5 p.m.". */
const joiner = /^(?:[/&+=|]|[–—-]\s)/u
/** The sense of an abbreviation that ends a sentence only then: a year in Russian, a son of the same name. */
const lastAfter: Readonly<Record<string, RegExp>> = { г: /\p{N}\s*г\.\s*$/iu, sr: /\p{Lu}[\p{L}.]{2,15} Sr\.\s*$/u }

/** Whether the stop that ends `before` belongs to an abbreviation or initial, so that the sentence continues. */
function endsInAbbreviation(before: string, after: string): boolean {
  const tail = before.slice(-40)
  const word = lastWord.exec(tail)?.[1]
  if (word === undefined) return false
  if (/^\d+$/u.test(word)) return /^\p{Ll}/u.test(after) || (word.length < 3 && isGermanOrdinal(tail, after))
  const lower = word.toLowerCase()
  // "No." opens many an answer; as "number" it has a digit after it, and so has "p." as "page". In a name, "P." is an
  // initial.
  if (lower === 'no' || (lower === 'p' && !/\p{Lu}\p{Ll}+ P\.\s*$/u.test(tail))) return /^\d/u.test(after)
  // "z. B.", "т. е.", "n. Chr."
  if (/^\p{Ll}$/u.test(word) && /^(?:\p{L}|Chr)\.(?:\s|$)/u.test(after)) return true
  if (abbreviations.has(lower) && joiner.test(after)) return true
  if (states.has(lower)) return !sentenceOpener.test(after)
  if (lower === 'a.m' || lower === 'p.m') return lowerOrDigit.test(after) || timeGoesOn.test(after)
  if (abbreviations.has(lower)) {
    const mayBeLast = oftenLast.has(lower) && lastAfter[lower]?.test(tail) !== false
    return !mayBeLast || lowerOrDigit.test(after)
  }
  return word !== 'I' && initials.test(tail) && /^\p{Lu}/u.test(after) && !sentenceOpener.test(after)
}

const germanMonth = new RegExp(
  `^(?:${Array.from({ length: 12 }, (_, month) => new Date(2000, month, 1).toLocaleString('de', { month: 'long' })).join('|')})`,
  'u',
)
const germanArticle = /(?:^|\s)(?:am|zum|vom|beim|im|der|dem|den|des|das|die|einer|einem|eines)\s\d{1,2}\.\s*$/iu

/** "Am 1. Januar", "das 19. Jahrhundert": German writes ordinals with a full stop, and nouns with a capital. */
const isGermanOrdinal = (before: string, after: string): boolean =>
  germanMonth.test(after) || (germanArticle.test(before) && /^\p{Lu}\p{L}+/u.test(after))

/** Part of a text: `text.slice(start, end)`, without white space at either end. */
export interface Span {
  start: number
  end: number
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Parentheses within a sentence that end with an abbreviation: "Sen. Lee (R-Tenn.) Monday". */
const insideSentence = /[\p{L}\p{N},]\s*\((?:[^()]{0,20}[\s.-])?\p{L}{1,6}\.\)\s*$/u
const startsLower = /^["'“‘([]*\p{Ll}/u
const opensWithCloser = /^[)\]}”’»」』】〉》"']+(?=\s|$)/u
/** Full stops of scripts that UAX #29 doesn't always split at, from Burmese, Khmer and Tibetan to Mongolian and Javanese. */
const stops = '።။។៕།༎፧፨᠃᠉᭚᭛᰻᱾᱿꓿꘎꘏꛳꛷꡶꡷꣎꣏꤯꧈꧉꩝꯫'
const stop = new RegExp(`(?:[${stops}]{1,3}|፡፡)[”’»)\\]]*\\s*(?=[^\\s”’»)\\]${stops}])`, 'gu')
/** The Greek question mark. */
const greekQuestion = /(?<=\p{Script=Greek})[;\u037e]\s+(?=[«“"]?\p{Lu})/gu
const stopThenOpening = /[。！？][「『（《〈“‘]/gu
/** 「…。」 followed by a particle: the quotation is part of the sentence around it. */
const japaneseGoesOn = /^[」』][\p{Script=Hiragana}、]/u
/** End of a sentence with the number of a note: "networks.5 The", "networks.[12] The". */
const noteThenNext =
  /(?<=[\p{Ll}\d)][.!?]["”’»)]?(?:(?<!\d[.!?]["”’»)]?)\d{1,3}|(?:\[\d{1,3}\]){1,4}))\s+(?=["“«(]?\p{Lu})/gu
/** A sound between two sentences of a transcript: "Very good . {laugh} Okay , …". */
const soundBetween = /[.!?] (?=(?:\{\p{Ll}{2,20}\} ?){1,4}\p{Lu})/gu
/** Direct speech before a name and a verb of speaking, which are one sentence: "Is it far?" Alden asked. */
const closedSpeech = /[?!…]["'”’]\s*$/u
const speaks = toPattern(tables.speaks)
const endsSentence = new RegExp(`[.!?…。！？｡؟۔।॥։;:${stops}]["'”’»)\\]」』】]*\\s*$`, 'u')

/** Splits by UAX #29 (`Intl.Segmenter`), but not after abbreviations and initials or at line ends in a paragraph. */
export function splitSentences(text: string): Span[] {
  // Line breaks would each end a sentence; a space of the same length keeps the offsets.
  const flat = text.replace(/[\r\n\u0085\u2028\u2029]/gu, ' ')
  const spans: Span[] = []
  let start = 0
  for (const part of segmenter.segment(flat)) {
    const end = part.index + part.segment.length
    if (end < flat.length && continues(flat, start, end)) continue
    pushParts(spans, flat, start, end)
    start = end
  }
  pushParts(spans, flat, start, flat.length)
  return spans
}

function continues(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(start, end - 60), end)
  const after = text.slice(end, end + 20)
  if (opensWithCloser.test(after) || japaneseGoesOn.test(text.slice(end - 1, end + 2))) return true
  if (endsInAbbreviation(before, after) || insideSentence.test(before)) return true
  if (/\.\s*$/u.test(before) && /^[/&+=]/u.test(after)) return true
  if (!endsSentence.test(before)) return true
  // "The ID. SPACE VIZZION": a name with a stop in it goes on in capitals.
  if (/(?<![\p{L}\p{M}\p{N}])\p{Lu}{2,4}\.\s*$/u.test(before) && /^\p{Lu}{3,} \p{Lu}{3}/u.test(after)) return true
  // "E! News", "Yahoo! Japan": a name.
  if (/(?:^|\s)(?:\p{Lu}|Yahoo|Jeopardy|Wham)!\s*$/u.test(before) && /^\p{Lu}/u.test(after)) return true
  // "The address ends in ?reinit=1."
  if (/\s[!?]$/u.test(before) && /^[\p{Ll}\p{N}]/u.test(after)) return true
  if (closedSpeech.test(before) && speaks.test(text.slice(end, end + 60))) return true
  return startsLower.test(after) && /["'”’»)\]…]\s*$/u.test(before)
}

const thai = /[\p{Script=Thai}\p{Script=Lao}]/u
/** Conjunctions and numbers, which begin no sentence. */
const thaiGoesOn =
  /^(?:และ|หรือ|แต่(?!ละ|ง)|ที่|ซึ่ง|อัน(?!ดับ|ตราย)|โดย|เพื่อ|เพราะ|เนื่องจาก|ถ้า|หาก|จึง|ก็|ว่า|รวม|เช่น|ได้แก่|ตลอดจน|พร้อม|ๆ|ฯ|[\p{N}(“"])|^(?:ແລະ|ຫຼື|ແຕ່|ທີ່|ເຊິ່ງ|ໂດຍ|ເພື່ອ|ເພາະ)/u
/** Shortest sentence of Thai, about ten words. */
const MIN_THAI_CHARACTERS = 40

/** Thai and Lao have no full stop: a space after a whole clause ends a sentence, unless the next word joins on. */
function thaiCuts(part: string): number[] {
  if (!thai.test(part)) return []
  const cuts: number[] = []
  let start = 0
  for (const { index, 0: space } of part.matchAll(/\s+/gu)) {
    const next = index + space.length
    if (index - start < MIN_THAI_CHARACTERS || part.length - next < MIN_THAI_CHARACTERS) continue
    if (!thai.test(part.charAt(index - 1)) || thaiGoesOn.test(part.slice(next, next + 12))) continue
    cuts.push(next)
    start = next
  }
  return cuts
}

/** Splits where UAX #29 does not: before an opening bracket after 。, after stops of other scripts and numbers of notes. */
function pushParts(spans: Span[], text: string, from: number, to: number): void {
  const part = text.slice(from, to)
  const cuts = [
    ...Array.from(part.matchAll(stopThenOpening), (match) => match.index + 1),
    ...Array.from(part.matchAll(stop), (match) => match.index + match[0].length),
    ...Array.from(part.matchAll(greekQuestion), (match) => match.index + match[0].length),
    ...Array.from(part.matchAll(noteThenNext), (match) => match.index),
    ...Array.from(part.matchAll(soundBetween), (match) => match.index + 1),
    ...thaiCuts(part),
  ]
  let start = from
  for (const cut of cuts.sort((a, b) => a - b)) {
    pushTrimmed(spans, text, start, from + cut)
    start = from + cut
  }
  pushTrimmed(spans, text, start, to)
}

function pushTrimmed(spans: Span[], text: string, from: number, to: number): void {
  let start = from
  let end = to
  while (start < end && isSpace(text, start)) start += 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  while (end - start > MAX_CHARACTERS) {
    const cut = cutWithin(text, start)
    spans.push({ start, end: cut })
    start = cut
    while (start < end && isSpace(text, start)) start += 1
  }
  if (end > start) spans.push({ start, end })
}

/** Longest sentence, in characters; text without punctuation is cut here. */
const MAX_CHARACTERS = 5000

/** Cut position in an overlong sentence: before nearby white space if possible, never inside a character. */
function cutWithin(text: string, start: number): number {
  const limit = start + MAX_CHARACTERS
  const space = text.lastIndexOf(' ', limit)
  if (space > start + MAX_CHARACTERS / 2 && !isSpace(text, space - 1)) return space
  return /^[\udc00-\udfff]/.test(text.slice(limit, limit + 1)) ? limit - 1 : limit
}

function isSpace(text: string, index: number): boolean {
  return text.charAt(index).trim() === ''
}
