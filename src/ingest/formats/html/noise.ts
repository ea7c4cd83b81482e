import type { DomElement } from './dom.ts'
import vocabulary from './noise-names.json' with { type: 'json' }

/** Reasons why a part of a page is not its article, in order of precedence. */
const noiseKinds = [
  'comments',
  'consent',
  'share',
  'related',
  'promotion',
  'standfirst',
  'byline',
  'listing',
  'caption',
  'footer',
  'chrome',
] as const

export type NoiseKind = (typeof noiseKinds)[number]

/**
 * Vocabulary of class, id and role names, as words between spaces (see `nameWords`), in order of precedence. Each entry
 * is a word, or a run of words, that site authors use for the same purpose everywhere; no entry is the name of a site.
 */
const patterns: readonly (readonly [NoiseKind, RegExp])[] = noiseKinds.map((kind) => [
  kind,
  new RegExp(` (?:${vocabulary.kinds[kind].names.join('|')}) `, 'u'),
])

/** Social media posts that the author embeds are part of the article. */
const embedded = / (?:social|twitter|tweet|instagram|facebook|bluesky|mastodon|media) .*embed(?:ded)? /u

const article =
  / (?:article|story|post|entry) ?(?:body|content|text) | articlebody | hentry | type post | review (?:rating|verdict) /u
const conflicting =
  / (?:comments?|related|share|social|sidebar|footer|promo|newsletter|recommended|ad|caption|meta|header|bio) /u

/** Longer attributes list states rather than a purpose. */
const MAX_NAME_CHARACTERS = 600

/**
 * Class, id, role and test names of an element as lower-case words with a space around each: "c-shareBar__item" and
 * "main" become " c share bar item main ".
 */
export function nameWords(attribute: string): string {
  if (attribute.trim() === '') return ''
  const words = attribute
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? '' : ` ${words} `
}

/** The words of an element's names in some attributes. */
export const wordsOf = (element: DomElement, ...attributes: string[]): string =>
  nameWords(attributes.map((name) => element.getAttribute(name)?.slice(0, 200) ?? '').join(' '))

/** The kind of noise that an element's names suggest, with the words that suggest it; null for most. */
export function noiseOfNames(words: string): { kind: NoiseKind; name: string } | null {
  if (words === '' || (article.test(words) && !conflicting.test(words)) || embedded.test(words)) return null
  for (const [kind, pattern] of patterns) {
    const name = pattern.exec(words)?.[0]
    if (name !== undefined) return { kind, name }
  }
  return null
}

const tagNoise = new Map<string, NoiseKind>(
  noiseKinds.flatMap((kind) => vocabulary.kinds[kind].tags.map((tag) => [tag, kind] as const)),
)

export const noiseOfTag = (tag: string): NoiseKind | null => tagNoise.get(tag) ?? null

/**
 * How much of a page's running text a part may have before its name is doubted: its share of the text, or beyond that the
 * minimum ratio of the text outside all noise to its own.
 */
export const beliefIn = (kind: NoiseKind): { share: number; ratio: number } => vocabulary.kinds[kind]
