import tables from './references.json' with { type: 'json' }

/** The words of a list with spaces between them. */
export const asSet = (list: string | undefined): ReadonlySet<string> => new Set(list?.split(' ') ?? [])

/** The words of one language that refer to earlier sentences, or identify what a noun means. */
export interface Words {
  openers: ReadonlySet<string>
  pointing: ReadonlySet<string>
  pronouns: ReadonlySet<string>
  demonstratives: ReadonlySet<string>
  quantifiers: ReadonlySet<string>
  contrasts: ReadonlySet<string>
  additives: ReadonlySet<string>
  articles: ReadonlySet<string>
  /** Words after a noun that say which one is meant: "the harbor of Velm". */
  completers: ReadonlySet<string>
  selves: ReadonlySet<string>
  firstPersons: ReadonlySet<string>
  /** Whether all nouns have a capital letter, so that it shows no name. */
  capitalized: boolean
}

/** Words of all languages after a noun that say which one is meant. */
export const completers = asSet(tables.completers)

const wordsOf = (language: string): Words => {
  const of = (table: Readonly<Record<string, string>>): ReadonlySet<string> => asSet(table[language])
  const openers = [...of(tables.openers)]
  return {
    openers: new Set(openers),
    pointing: new Set(openers.slice(0, openers.indexOf('|'))),
    pronouns: of(tables.pronouns),
    demonstratives: of(tables.demonstratives),
    quantifiers: of(tables.quantifiers),
    contrasts: of(tables.contrasts),
    additives: of(tables.additives),
    articles: of(tables.articles),
    completers: completers.union(of(tables.ownCompleters)),
    selves: of(tables.selves),
    firstPersons: of(tables.firstPersons),
    capitalized: language === 'de',
  }
}
const cache = new Map<string, Words>()
/** The words of a language, by primary subtag. */
export const tableOf = (language: string): Words => cache.getOrInsertComputed(language, wordsOf)

/** A word of a sentence, as written and in lower case. */
export interface Token {
  text: string
  lower: string
  index: number
}

/** The words and numbers of a sentence. */
export function tokensOf(text: string): Token[] {
  return Array.from(
    text.matchAll(/\p{L}[\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{M}\p{N}]+)*|\p{N}[\p{N}.,]*/gu),
    (match) => ({
      text: match[0],
      lower: match[0].toLowerCase().replaceAll('’', "'"),
      index: match.index,
    }),
  )
}
