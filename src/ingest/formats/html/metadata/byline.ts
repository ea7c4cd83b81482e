import { foldText, stripInvisible } from '../../clean-text.ts'
import {
  agency,
  credentials,
  dates,
  doubtfulLabel,
  joinedLabel,
  label,
  nameSuffix,
  noAuthor,
  nounLabel,
  organization,
  otherCredit,
  place,
  role,
  sentenceWords,
  trailingAgency,
  trailingRole,
} from './byline-patterns.ts'

export interface Byline {
  people: readonly string[]
  organizations: readonly string[]
}

export interface BylineContext {
  /** Names of the site, none of which is an author. */
  siteNames: readonly string[]
  /** Declared language of the page, if any. */
  language: string | null
  /** Reliability of the text's source: a field for authors, an element named so, or any line. */
  trust: 'field' | 'element' | 'line'
}

/** A longer text is about an author rather than a name. */
const MAX_BYLINE_CHARACTERS = 300
const MAX_NAME_CHARACTERS = 70
const MAX_NAME_WORDS = 6

const particles =
  /^(?:de|del|della|des|di|da|dos|du|la|le|van|von|der|den|ter|ten|zu|zum|bin|ibn|al|el|ben|y|e|of|af|av|d['’]\p{L}+|al-\p{L}+|i|and|und|for)$/iu
const isCapitalized = (word: string): boolean => /^[^\p{L}]*(?:\p{Lu}|\p{Lo})/u.test(word)

/** Whether a text looks like a personal name: two or more words, each capitalized or a particle. */
function isPersonName(text: string): boolean {
  const parts = text.split(' ')
  if (/^\p{Lo}{2,}$/u.test(text.replaceAll(/[\s·・]/gu, ''))) return true
  return (
    parts.length >= 2 &&
    parts.length <= MAX_NAME_WORDS &&
    parts.every((part) => isCapitalized(part) || particles.test(part)) &&
    !/\d/u.test(text)
  )
}

/** Letters and digits alone, without "the" and "www": for comparing names of sites. */
const bareName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^(?:the|www\.)\s*/u, '')
    .replace(/\.(?:com|org|net|co\.uk|de|fr)$/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

function isSite(text: string, { siteNames }: BylineContext): boolean {
  const bare = bareName(text)
  return bare !== '' && siteNames.some((name) => bareName(name) === bare)
}

/** "De" also begins Dutch names, "Di" Italian and Chinese ones: capitalized, they are labels in one language only. */
const languageOfLabel: ReadonlyMap<string, string> = new Map([
  ['de', 'ro'],
  ['di', 'it'],
  ['da', 'it'],
  ['van', 'nl'],
])

/** Whether a label that also begins many names is a label here, because a whole name follows. */
function introducesName(label: string, after: string, { language }: BylineContext): boolean {
  if (after !== '' && !(isCapitalized(after) && after.includes(' '))) return false
  const only = languageOfLabel.get(label.toLowerCase())
  return only === undefined || !isCapitalized(label) || (language ?? '').startsWith(only)
}

/** Removes labels such as "By" or "Written by" from the start of a line. */
function withoutLabel(line: string, context: BylineContext): string {
  let rest = line.replace(/^By(?=\p{Lu}\p{Ll})/u, '')
  for (let found = findLabel(rest); found !== null; found = findLabel(rest)) {
    const [whole, name = ''] = found
    const after = rest.slice(whole.length)
    if (!whole.includes(':')) {
      if (nounLabel.test(name) && after !== '' && !isCapitalized(after)) return rest
      if (doubtfulLabel.test(name) && !introducesName(name, after, context)) return rest
    }
    rest = after
  }
  return rest
}

const findLabel = (line: string): RegExpExecArray | null => label.exec(line) ?? joinedLabel.exec(line)

/** Whether a line begins with "By" or its equivalent. */
export const startsWithLabel = (line: string): boolean => findLabel(line) !== null

/** Whether a line is "By" or its equivalent, and no more. */
export const isBylineLabel = (line: string): boolean => label.exec(line)?.[0].length === line.length

const contactPatterns =
  /(?<![\w.+-])(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?:\/\/|www\.)\S+|\b(?:twitter|facebook|instagram|linkedin|x)\.com\/\S+|(?<![\p{L}\d])@[\w.]+/giu

/** Separators that never occur inside a name. */
const strong =
  /(?<!\s)\s*[\n|·•‧∙●■¦｜;]\s*|(?<=\p{L}{4})\.\s+(?=\p{Lu})|(?<!\s)\s+[-–—/]+\s+|—(?=\p{Lu})|(?<!\s)\s*\/{1,2}\s*(?=\p{Lu})/u

/** Words and signs between the names of a list. */
const connector = /^(?:and|und|et|y|e|en|och|og|i|и|oraz|ve|with|avec|con|mit|com|&|\+)(?:\s+|$)/iu
const listSeparators =
  /(?<!\s)\s*[,、，]\s*(?:(?:and|und|et|y|e|en|och|og|и|oraz|ve|with)\s+)?|(?<!\s)\s+(?:and|und|et|y|e|en|och|og|i|и|oraz|ve|with|avec|con|mit|com|&|\+)\s+/iu

/** Splits a list of names; returns it whole if a part is not a name. */
function namesOfList(text: string): string[] {
  const parts = text.split(listSeparators).filter((part) => part !== '')
  if (parts.length < 2) return [text]
  const hasComma = /[,、，]/u.test(text)
  const joined: string[] = []
  for (const part of parts) {
    if (nameSuffix.test(part) && joined.length > 0) joined.push(`${joined.pop()}, ${part}`)
    else joined.push(part)
  }
  if (!hasComma) return joined.every(isPersonName) && !organization.test(text) ? joined : [text]
  if (!isPersonName(joined[0] ?? '')) return joined
  // Behind a full name single words are places, titles or agencies.
  return joined.filter((part, at) => at === 0 || part.includes(' ') || /^\p{Lo}+$/u.test(part))
}

const isTitle = (text: string): boolean => role.test(text) || credentials.test(text) || place.test(text)

/** Removes text that follows a name without a separator: a role, an agency, a client, a place. */
function withoutTrailing(text: string): string {
  let rest = text
  const shorten = (pattern: RegExp): void => {
    const shorter = rest.replace(pattern, '').trim()
    if (shorter !== rest && isPersonName(shorter)) rest = shorter
  }
  shorten(/(?:,|(?<![,\s]))\s+(?:special to|for|of|für|pour|para|per)\s+(?:the\s+)?\p{Lu}.*$/iu)
  shorten(trailingAgency)
  shorten(/(?<!\s)\s+(?:and|und|et|y|e|en|och|og|&)$/iu)
  shorten(trailingRole)
  shorten(/(?<!\s)\s+(?:in|at|from|à|en|aus|à)\s+\p{Lu}[^,]*$/u)
  shorten(/(?<!\s)\s+기자$|(?<!\s)\s*(?:记者|記者)$/u)
  return rest
}

function isName(text: string, context: BylineContext): boolean {
  if (text.length > MAX_NAME_CHARACTERS || !/\p{L}/u.test(text) || noAuthor.test(text) || isTitle(text)) return false
  if (sentenceWords.test(text) && context.trust !== 'field') return false
  if (/[!?:"“”<>{}=]/u.test(text) || text.split(' ').length > MAX_NAME_WORDS + 2) return false
  if (/^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}$/u.test(text)) return false
  if (context.trust === 'line') return isPersonName(text)
  return context.trust === 'field' || isCapitalized(text) || text.split(' ').length === 1
}

function unwrapped(segment: string): string {
  return segment
    .replace(/\(\s*\)|\[\s*\]|[([]\s*$|^\s*[)\]]/gu, ' ')
    .replace(/^\s*[([](.*)[)\]]\s*$/u, '$1')
    .replace(/^[\s,.;:*_~–—|/-]+|(?<![\s,;:*_~–—|/-])[\s,;:*_~–—|/-]+$/gu, '')
    .trim()
}

/** Reads the authors in a byline. Line breaks in the text mark boundaries of elements, which names don't cross. */
export function parseByline(text: string, context: BylineContext): Byline {
  const people: string[] = []
  const organizations: string[] = []
  const known = new Set<string>()
  const add = (to: string[], name: string): void => {
    const key = name.toLowerCase()
    if (!known.has(key)) to.push(name)
    known.add(key)
  }
  const visible = stripInvisible(text).trim()
  if (visible.length > MAX_BYLINE_CHARACTERS) return { people, organizations }
  const plain = visible
    .replace(contactPatterns, '\n')
    .split('\n')
    .map((line) => line.replace(otherCredit, ''))
    .join('\n')
  for (const line of plain.split(strong)) {
    const unlabeled = withoutLabel(unwrapped(foldText(line)).replace(connector, ''), context)
    for (const part of unlabeled.replace(dates, '\n').split('\n')) {
      const segment = withoutTrailing(unwrapped(withoutLabel(unwrapped(foldText(part)), context)))
      if (segment === '' || isBylineLabel(segment)) continue
      for (const piece of namesOfList(segment)) {
        const name = withoutTrailing(unwrapped(piece.replace(/(?:,\s*(?:[A-Z]\.?){2,4})+$/u, '')))
        if (name === '' || !isName(name, context) || isSite(name, context)) continue
        const isOrganization = agency.test(name) || organization.test(name)
        add(isOrganization ? organizations : people, name)
      }
    }
  }
  return { people, organizations }
}
