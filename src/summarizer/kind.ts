import type { ExtractedDocument } from '../shared/document.ts'
import type { SourceFlag, SourceKind } from '../shared/summary/summary-page.ts'
import { findSpeakers, nameOf } from '../shared/text/speakers.ts'
import { splitSentences } from './text/sentences.ts'

interface DetectedKind {
  /** The likeliest kind; null if the form shows none. */
  kind: SourceKind | null
  /** Kinds that have this form, the likeliest first; empty if the form shows none. */
  kinds: readonly SourceKind[]
  flags: readonly SourceFlag[]
}

const prose: ReadonlySet<string> = new Set(['paragraph', 'list-item', 'quote'])
/** Quoted speech; dialogue may begin with a dash. 「」 inside a clause mark terms and words that a law replaces. */
const quotedSpeech =
  /“[^“”]+”|"[^"]+"|„[^„“”]+[“”]|«[^«»]+»|(?<=^|[。！？…」』—、\s])「[^「」]+」|『[^『』]+』|‘[^‘’]{8,}’|(?<=^|\s)'(?=\p{Lu})[^']{1,600}(?:'\p{Ll}[^']{1,200}){0,8}[,.!?-]'(?!\p{L})|^[—–-] ?[^\d\s].*$/gmu

/**
 * Fiction has much dialogue and few numbers. On 76 stories at least .10 (5th percentile) of the characters are quoted
 * and at most .03 (95th percentile) of the sentences have a digit; none of 258 articles, e-books and PDF files that
 * are not narrative reaches both limits.
 */
const MIN_QUOTED = 0.12
const MAX_WITH_DIGITS = 0.05
/** Long texts with hardly any number are stories with less dialogue too. */
const LONG = { sentences: 200, quoted: 0.06, withDigits: 0.01 }
/** Shorter texts are news items and anecdotes as often as stories. */
const MIN_SENTENCES = 60

/** A number in digits of any script, or one of Chinese characters that is no mere "a" or "both". */
const number = /\p{N}|第?[〇一二三四五六七八九十百千]{2}|第[一二三四五六七八九十]/u

/** Kinds that are a conversation; its form doesn't show which. */
const conversations: readonly SourceKind[] = ['meeting', 'hearing', 'interview']
const MIN_MEETING_SPEAKERS = 3
/** Titles of members of a parliament or a committee, and of those whom it hears. */
const officeTitle =
  /(?<!\p{L})(?:AM|MP|MS|MSP|MEP|Hon|Sen|Rep|Senator|Representative|Congress(?:wo)?man|Minister|Commissioner|Witness)(?!\p{L})/u
const MIN_OFFICIALS = 2

function kindOfConversation(speakers: ReadonlySet<string>): SourceKind {
  const names = new Set([...speakers].map(nameOf))
  const officials = [...names].filter((speaker) => officeTitle.test(speaker)).length
  if (officials >= MIN_OFFICIALS) return 'hearing'
  return names.size < MIN_MEETING_SPEAKERS ? 'interview' : 'meeting'
}

/**
 * An anthology has poems, games and notes beside its stories. Of its passages of `MIN_SENTENCES`, at least this share is
 * fiction; of 60 long sources that are not narrative, at most .03 are.
 */
const ANTHOLOGY = { passages: 8, share: 0.25 }

/** Counts by which fiction is distinguished from other writing. */
interface Signs {
  sentences: number
  characters: number
  quoted: number
  withDigits: number
}

const sumOf = (all: readonly Signs[]): Signs =>
  all.reduce(
    (sum, one) => ({
      sentences: sum.sentences + one.sentences,
      characters: sum.characters + one.characters,
      quoted: sum.quoted + one.quoted,
      withDigits: sum.withDigits + one.withDigits,
    }),
    { sentences: 0, characters: 0, quoted: 0, withDigits: 0 },
  )

function signsOf(text: string): Signs {
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end))
  return {
    sentences: sentences.length,
    characters: text.length,
    quoted: (text.match(quotedSpeech) ?? []).reduce((sum, speech) => sum + speech.length, 0),
    withDigits: sentences.filter((sentence) => number.test(sentence)).length,
  }
}

function hasDialogue({ sentences, characters, quoted, withDigits }: Signs): boolean {
  const isLong = sentences >= LONG.sentences && withDigits <= sentences * LONG.withDigits
  const minQuoted = isLong ? LONG.quoted : MIN_QUOTED
  return quoted >= characters * minQuoted && withDigits <= sentences * MAX_WITH_DIGITS
}

/** Passages of at least `MIN_SENTENCES`, of whole paragraphs. */
function passagesOf(paragraphs: readonly Signs[]): Signs[] {
  const passages: Signs[] = []
  let first = 0
  let sentences = 0
  for (const [at, one] of paragraphs.entries()) {
    sentences += one.sentences
    if (sentences < MIN_SENTENCES) continue
    passages.push(sumOf(paragraphs.slice(first, at + 1)))
    first = at + 1
    sentences = 0
  }
  return passages
}

function isFiction(texts: readonly string[]): boolean {
  const paragraphs = texts.map(signsOf)
  const whole = sumOf(paragraphs)
  if (whole.sentences < MIN_SENTENCES) return false
  if (hasDialogue(whole)) return true
  const passages = passagesOf(paragraphs)
  return (
    passages.length >= ANTHOLOGY.passages &&
    whole.withDigits <= whole.sentences * MAX_WITH_DIGITS &&
    passages.filter(hasDialogue).length >= passages.length * ANTHOLOGY.share
  )
}

/** Kinds of what a page declares itself to be, by type of schema.org. Types of every kind of writing are left out. */
const declaredKinds: readonly [RegExp, SourceKind][] = [
  [/^OpinionNewsArticle$/u, 'opinion'],
  [/NewsArticle$/u, 'news'],
  [/^(?:Recipe|HowTo)$/u, 'guide'],
  [/^(?:Report|(?:Medical)?ScholarlyArticle)$/u, 'report'],
]

/** Whether a page declares that it argues its author's view. */
export const isDeclaredOpinion = ({ sourceInfo }: Pick<ExtractedDocument, 'sourceInfo'>): boolean =>
  sourceInfo.declaredType === 'OpinionNewsArticle'

/** Numbered headings or items that a guide has, and few news items. */
const MIN_NUMBERED = 3
const headingNumber = /^(?:\p{L}+ )?\(?\p{N}{1,2}[.):]\s/u

/** Whether a source numbers its headings or items, as the steps of a guide are. */
const isNumbered = (blocks: ExtractedDocument['blocks']): boolean =>
  blocks.filter(({ type, text, marker }) =>
    type === 'heading' ? headingNumber.test(text) : marker !== undefined && /\p{N}/u.test(marker),
  ).length >= MIN_NUMBERED

/** Kinds of pages declared as news: columns too, and guides if they have numbered steps or commands. */
const kindsOfNews = (blocks: ExtractedDocument['blocks']): SourceKind[] => [
  'news',
  'opinion',
  ...(isNumbered(blocks) || blocks.some(({ type }) => type === 'code') ? (['guide'] as const) : []),
]

/** Detects the kinds that the form of a text shows, or its page declares. */
export function detectKind(document: Pick<ExtractedDocument, 'kind' | 'blocks' | 'sourceInfo'>): DetectedKind {
  const { kind, blocks } = document
  const texts = blocks.filter((block) => prose.has(block.type)).map((block) => block.text)
  // A video may be anything.
  if (kind === 'youtube') return { kind: 'talk', kinds: [], flags: [] }
  const speakers = findSpeakers(texts)
  if (speakers.size > 0) {
    const likeliest = kindOfConversation(speakers)
    return { kind: likeliest, kinds: [likeliest, ...conversations.filter((other) => other !== likeliest)], flags: [] }
  }
  if (isFiction(texts)) return { kind: 'story', kinds: ['story'], flags: ['fiction'] }
  const type = document.sourceInfo.declaredType ?? ''
  const declared = declaredKinds.find(([pattern]) => pattern.test(type))?.[1] ?? null
  return {
    kind: declared,
    kinds: declared === null ? [] : declared === 'news' ? kindsOfNews(blocks) : [declared],
    flags: isDeclaredOpinion(document) ? ['opinion'] : [],
  }
}
