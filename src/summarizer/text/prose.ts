import { soundMark } from '../../shared/text/speakers.ts'
import { countWords } from '../../shared/text/words.ts'

/** What is usual in a text, against which its sentences are judged. */
export interface Usual {
  /** Little of the text has full stops, as in chats and lists, so none is required. */
  lenient: boolean
  /** Commas have spaces on both sides, as in transcripts for research. */
  tokenized: boolean
  /** Many of its sentences are exclamations. */
  exclaims: boolean
  /** Most letters are Latin. */
  latin: boolean
}

const MIN_WORDS = 5
const MIN_SPOKEN_WORDS = 8
const MAX_WORDS = 60

const terminal = /[.!?…。！？｡؟۔।॥։።]["'”’»)\]」』】]*$/u
/** A question mark, or the particle that ends a question in Chinese and Japanese. */
const question = /[?？؟]["'”’»)\]」』]*$|(?:か|[吗嗎呢])。[」』]?$/u
export const isQuestion = (text: string): boolean => question.test(text)
const address = /https?:\/\/|www\.|\S@[^\s@]+\.\S|(?:^|\s)[@#]\w{3,}/u
/** Marks of a picture's credit, and the year at the end of an entry in a list of works. */
const credit =
  /©|\D, (?:1[5-9]|20)\d\d\.?$|\b(?:file )?photo(?:graph)?(?: by|:)|getty images| \/ \p{Lu}\p{Ll}+ \p{Lu}|\/(?:AP|AFP|Reuters)\b/iu
/** "Keywords: …", "Case (a), (b): …", "COLOR - to match": a label instead of the beginning of a sentence. */
const labeled =
  /^[\p{Lu} ]{4,40} [-–—] |^(?![^:]{0,80}[(（][^:)）]{0,80}:)(?:[^\s:：]{1,25} ){0,2}[^\s:：]{1,25}: |^[^:：.!?。]{1,30}：/u
/** "Fig. 6 shows …", "As stated in [6], …": the sentence is about something that the page doesn't show. */
const pointsElsewhere =
  /^(?:See|Siehe|Voir|Véase|Vedi|Zie) |^[^.,]{0,25}(?:\b(?:fig(?:ure|ura)?s?|tab(?:les?|la|elle|leau)?|charts?|graphs?|exhibits?|annex|abb(?:ildung)?|рис|табл)\b\.? ?\d|[图圖図表] ?\d|\[\d+(?:[,–-] ?\d+)*\])/iu
/** "The route in Figure 1": nothing on the page shows it. */
const pointsInside =
  /\b(?:fig(?:ure|ura)?s?|tables?|charts?|graphs?|exhibits?|annex|equations?|tabellen?|abb(?:ildung)?|sections?|paragraphs?|chapters?|abschnitt|kapitel|chapitre|appendix|sec|eq)\b\.? ?\(?(?:\d|(?-i:[A-Z])\b)|[图圖図表]\s?\d/iu
/** A space before a full stop or comma: the text is damaged, unless all of it is written so. */
const strayStop = /\p{L} [.,](?: |$)/u
/** A sound in a transcript, but no pronunciation: "Orla (Norse: Orlo [ɔrlɔ]) is …", by its phonetic letters or colon. */
const sound = new RegExp(
  `(?<!\\([^()]{1,40}:[^()]{1,40})(?!\\[[^\\]]{0,40}[\u0250-\u02FF])(?:${soundMark.source})`,
  'iu',
)
/** A sentence that its speaker broke off. */
const brokenOff = /[—–]\.$/u
const startsAfterStop = /^- |^[─―—]{2}|^[、，。,;:；：)\]}」』）]|^[はがをにでともの]、/u
/** "5 For example, …", "3 See Smith …": the note under a page. */
const noteBefore =
  /^\d{1,3} (?:For|See|The|This|These|In|It|As|A|An|However|Although|We|Note|Some|Where|There|Other|If|Including|Based|Defined|Measured|Proxied) |^\d{1,3} \p{Lu}\p{Ll}+ (?:of|under|et al\.?|(?:and|&) \p{Lu}\p{Ll}+ \(\d{4}|\(\d{4}\) (?:argue|describe|find|give|note|report|say|show|state|suggest)s? )/u
/** The number of a chapter. */
const loneNumber = /^(?:[IVXLC]{1,6}|\d{1,3})[.)]?$/u
const withoutLetter = /(?<=^|\s)[^\p{L}\s]+(?=\s|$)/gu
const capital = /(?<=\s)["“(]?[\p{Lu}\p{N}]/gu
const pairs = ['()', '[]', '“”', '«»', '「」', '『』', '【】', '（）', '《》'] as const

/** Signs of a formula or program, and how many make a sentence one. */
const formula = /[=≥≤≠∈∑∫√×÷{}\\|_^~]|[\u{1D400}-\u{1D7FF}]/gu
const MIN_FORMULA = 3
/** Words of letters and digits mixed, or joined by hyphens: text that was read badly. */
const damaged = /\p{Ll}\p{N}|\p{N}\p{Ll}\p{Ll}\p{Lu}|\p{L}[-–]\p{L}+[-–]\p{L}/gu
const MAX_DAMAGED = 0.25

/** A word of the alphabets that are taken for each other; other scripts have no such words. */
const mistakable = /[\p{sc=Latn}\p{sc=Cyrl}][\p{sc=Latn}\p{sc=Cyrl}\p{M}\p{N}]+/gu
/** "OT4eTHoro", "H8noronn8Tenbl": a small letter after a digit for a letter; no "Utf8String" or "Na2SO4". */
const garbledWord = /^(?=.*\p{Lu}).*\p{L}\p{N}\p{Ll}/u
/** Longer than names such as "K8sPod" and "Cyp3a4". */
const longWord = /^(?:\p{N}*\p{L}){7}/u
/** "Harbor", "harbor", "FAO", "A4": a word as writing has it. */
const ordinaryWord = /^(?:\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lu}\p{M}\p{N}]+)$/u
/** Fewest garbled words of an illegible text, their least share of the long words, and the most that is ordinary. */
const GARBLED = { least: 20, share: 0.1, ordinary: 0.6, letters: 0.9 }

/** Whether most of a text can't be read, since recognition took its letters for those of another alphabet. */
export function isIllegible(texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => text.match(mistakable) ?? [])
  const letters = texts.reduce((sum, text) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0)
  const long = words.filter((word) => longWord.test(word))
  const garbled = long.filter((word) => garbledWord.test(word)).length
  return (
    garbled >= GARBLED.least &&
    garbled > long.length * GARBLED.share &&
    words.filter((word) => ordinaryWord.test(word)).length < words.length * GARBLED.ordinary &&
    words.join('').length > letters * GARBLED.letters
  )
}

/** Share of the words of a sentence that may lack a letter; formulas and tables have more. */
const MAX_NUMBERS = 0.3
/** From this share on, sentences of capitalized words and numbers are names, titles or catalog lines. */
const MAX_CAPITALS = 0.6

/** A single quotation mark that nothing closes, or that nothing opens. */
const opensSingle = /^[‘'](?!.*[’'](?=[\s,.;:!?)]|$))|^[^‘]*[.!?]’$/su
const closesSingle = /’(?=[\s.,;:!?)]|$)/u
/** The same with straight marks: "'Last photo.", "will be made.'" */
const halfStraight = /^(?!.*(?:^|[\s(])')[^']*[.!?]'$|(?:^|[\s(])'(?=\p{Lu})(?!.*'(?=[\s.,;:!?)]|$))/su

/** Whether a passage ends a quotation before it begins one: it has half of two. */
const opensLate = (text: string): boolean => text.includes('”') && text.indexOf('”') < text.indexOf('“')

/** Whether quotation marks or brackets of a passage lack their other half. */
export function isUnbalanced(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1
  const paired = text.replace(/„[^„“”]*[“”]/gu, '')
  return (
    paired.includes('„') ||
    count('"') % 2 === 1 ||
    opensSingle.test(text) ||
    halfStraight.test(text) ||
    (text.includes('‘') && !closesSingle.test(text.slice(text.lastIndexOf('‘')))) ||
    pairs.some(([open = '', close = '']) => paired.split(open).length !== paired.split(close).length) ||
    opensLate(paired)
  )
}

/** Whether a sentence is no damaged text, formula, list of names or part of the page's furniture. */
export function isProse(text: string, length: number, usual: Usual): boolean {
  const letters = text.replace(/[^\p{L}\p{M}]+/gu, '').length
  return (
    length <= MAX_WORDS &&
    letters >= text.length * 0.5 &&
    (usual.lenient || terminal.test(text)) &&
    (text.match(capital)?.length ?? 0) < length * MAX_CAPITALS &&
    (text.match(withoutLetter)?.length ?? 0) <= length * MAX_NUMBERS &&
    (usual.tokenized || !strayStop.test(text)) &&
    !isOtherScript(text, usual) &&
    (text.match(formula)?.length ?? 0) < MIN_FORMULA &&
    (text.match(damaged)?.length ?? 0) < length * MAX_DAMAGED &&
    ![loneNumber, noteBefore, brokenOff, startsAfterStop, pointsElsewhere, address, sound, credit].some((pattern) =>
      pattern.test(text),
    )
  )
}

/** Signs of a main clause in English, such as ", we tested" in "To assess the effect …, we tested …". */
const mainClause =
  /, (?:(?:the|an?|this|that|these|those|it|he|she|we|they|you|I|there|one|some|many|most|all|no|each|both|our|his|her|their|its|such|please)(?!\p{L})|\p{Lu}[\p{L}.’'-]+ (?:\p{Lu}[\p{L}.’'-]+ ){0,3}\p{Ll}|\p{Ll}{2,}(?<!s)s (?!(?:and|or|of|in|for|with|to|at|on|from|by|as|that|which)(?!\p{L}))\p{Ll}{3,})|(?<!\p{L})(?:is|are|was|were|would|will|can|could|may|must|should|has|have|had|does|did|takes?|took|requires?|means?|meant)(?!\p{L})/u

/** Whether an English sentence is an aim or task without a main clause, such as an item of a list: "To keep the records." */
export const isAim = (text: string): boolean => /^To \p{Ll}/u.test(text) && !mainClause.test(text)

/** Whether a sentence of prose can be read by itself: it is long enough, whole, and neither question nor pointer. */
export function isWhole(text: string, length: number, spoken: boolean, exclaims = false): boolean {
  return (
    length >= (spoken ? MIN_SPOKEN_WORDS : MIN_WORDS) &&
    !isQuestion(text) &&
    (exclaims || !/[!！]["”’»」』]?$/u.test(text)) &&
    (spoken || !labeled.test(text)) &&
    !isUnbalanced(text) &&
    !pointsInside.test(text)
  )
}

export function latinShare(text: string): number {
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / Math.max(1, text.match(/\p{L}/gu)?.length ?? 0)
}

/** Whether a sentence is in another script than most of its document, which often repeats it in its own. */
function isOtherScript(text: string, { latin }: Usual): boolean {
  return latin ? latinShare(text) < 0.35 : latinShare(text) > 0.8
}

/** White-space words and Unicode words differ ("- ,", "2-0"); the larger number respects every limit. */
export function measureWords(text: string): number {
  return Math.max(countWords(text), text.split(/\s+/u).filter(Boolean).length)
}
