/** Position of a speaker's label in a text, and of the words after it. */
interface Turn {
  start: number
  /** Start of the words after it. */
  contentStart: number
  speaker: string
}

/** Tells voices with one label apart that a service heard in different pieces of a recording: "Speaker A (from 20:00)". */
const piece = String.raw`(?: \(from \d{1,2}(?::\d\d){1,2}\))?`

/**
 * Up to five words with capitals, numbers or short particles before a colon ("Grad C:", "Lynne Neagle AM:", "Ana de
 * Silva:", "Ms. Elizabeth May (Saanich, GP):"), or up to eight characters of Chinese or Japanese before a full-width colon.
 */
const label = new RegExp(
  [
    String.raw`(?<=^|[^\p{L}\p{N}\s'’-]\s{1,20}|\n)(?:`,
    String.raw`((?:(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Hon|\p{Lu})\. )?\p{Lu}[\p{L}\p{N}'’_-]*`,
    String.raw`(?: (?:\p{Lu}\.|\p{Lu}[\p{L}\p{N}'’_-]*|\p{N}+|\p{Ll}{1,3})){0,4}${piece})(?: \((?:[^():\n]|\([^():\n]{1,60}\)){1,80}\))? ?:(?=\s)`,
    String.raw`|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,8})：)`,
  ].join(''),
  'gu',
)

/** The same at the very beginning of a paragraph, where a name needs no repeats to be a speaker's. */
const openingLabel = new RegExp(
  String.raw`^(\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,4}${piece})(?: \([^\n:]{1,80}\))? ?:(?=\s)`,
  'u',
)

const MIN_REPEATS = 3
/** Least repeats of a label among other speakers' labels. */
const MIN_REPEATS_AMONG_SPEAKERS = 2
const MIN_SPEAKERS = 2
/** Least share of repeated labels among all: nearly all in a transcript, few in prose with colons. */
const MIN_SHARE = 0.5
/**
 * Least share of repeated labels, or of texts if these are fewer, that begin a text: in 62 transcripts of meetings, at
 * least 0.65 of the labels do.
 */
const MIN_OPENING_SHARE = 0.1

/**
 * Finds the speaker labels of a document: repeated names before colons. Empty if the text is no transcript: in a
 * bibliography, the cities before publishers ("London: Routledge") rarely begin an entry.
 */
export function findSpeakers(texts: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const seated = new Set<string>()
  const openings: string[] = []
  let total = 0
  for (const text of texts) {
    for (const match of text.matchAll(label)) {
      const name = match[1] ?? match[2] ?? ''
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (match.index === 0) openings.push(name)
      if (match[0].includes('(')) seated.add(name)
      total += 1
    }
  }
  const speakers = new Set([...counts].filter(([, count]) => count >= MIN_REPEATS).map(([name]) => name))
  const labelled = [...speakers].reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
  if (speakers.size < MIN_SPEAKERS || labelled < total * MIN_SHARE) return new Set()
  const opening = openings.filter((name) => speakers.has(name)).length
  if (opening < Math.min(labelled, texts.length) * MIN_OPENING_SHARE) return new Set()
  const repeated = [...counts].filter(([, count]) => count >= MIN_REPEATS_AMONG_SPEAKERS).map(([name]) => name)
  // A speaker with a single turn begins a paragraph or has a seat in brackets; otherwise the turn would be another speaker's.
  return new Set([...repeated, ...seated, ...texts.flatMap((text) => openingLabel.exec(text)?.[1] ?? [])])
}

const pieceEnd = new RegExp(`${piece}$`, 'u')

/** A speaker's label without the piece of a recording in which the voice was heard, which other pieces may have too. */
export const nameOf = (speaker: string): string => speaker.replace(pieceEnd, '')

/** The turns that begin inside a text, in order. */
export function findTurns(text: string, speakers: ReadonlySet<string>): Turn[] {
  if (speakers.size === 0) return []
  const turns: Turn[] = []
  for (const match of text.matchAll(label)) {
    const speaker = match[1] ?? match[2] ?? ''
    if (!speakers.has(speaker)) continue
    const end = match.index + match[0].length
    turns.push({ start: match.index, contentStart: end + (/^\s*/u.exec(text.slice(end))?.[0].length ?? 0), speaker })
  }
  return turns
}

/** Sounds and gaps in a transcript, in any brackets: {vocalsound}, [laughter], (applause). */
export const soundMark = /\{[a-z]+\}|\[[\p{L} _-]+\]|\((?:laughs?|laughter|applause|music|crosstalk|inaudible)\)/iu

/** All of them, to be replaced. */
export const soundMarks = new RegExp(soundMark, 'giu')

/** Marks of sounds and gaps, but not the words that editors put in brackets. */
export const wordlessMarks =
  /\{[a-z]+\}|[[(](?:laughs?|laughter|applause|cheers|music|cough(?:s|ing)?|noise|silence|pause|crosstalk|inaudible)[\])]/giu

/** Parts of a transcript that readers don't need: marks of sounds and gaps, and spaces before punctuation. */
export const noise = /(?:\{[a-z]{1,30}\}|\[[a-z][a-z_ -]{0,30}\]) ?| (?=[.,?!;:](?:\s|$))| (?='(?:s|m|d|re|ve|ll)\b)/giu

/** A passage without noise, if it has spaces before full stops or commas, or marks of gaps, as only transcripts do. */
export const withoutNoise = (text: string): string =>
  /[\p{L}\p{N}] [.,](?:\s|$)|\{(?:disfmarker|vocalsound|nonvocalsound|gap|pause)\}/u.test(text)
    ? text.replaceAll(noise, '')
    : text

/** Whether a text is a speaker's turn without words: a laugh or a cough. */
export function isWordlessTurn(text: string, speakers: ReadonlySet<string>): boolean {
  const [turn, ...others] = findTurns(text, speakers)
  if (turn === undefined || turn.start !== 0 || others.length > 0) return false
  return !/[\p{L}\p{N}]/u.test(text.slice(turn.contentStart).replaceAll(soundMarks, ''))
}
