/** Readers of tables of words in JSON files. Tables by language have primary language subtags as keys. */

/** A regular expression in a JSON file: one of the alternatives `any` between `before` and `after`. */
interface PatternEntry {
  flags: string
  before?: string
  any: readonly string[]
  after?: string
}

export function toPattern({ flags, before = '', any, after = '' }: PatternEntry): RegExp {
  return new RegExp(`${before}${any.join('|')}${after}`, flags)
}

/** Words of a table whose lines contain several each, separated by spaces. */
export function wordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '))
}

/** Letters of inflectional endings of Slavic languages; endings of family names have others. */
const endings = '[aeiouymghcjwаеиоуыэюяіїєьмхг]{0,4}'

/** Pattern for whole words of a table: "*" matches any letters, "~" an inflectional ending. */
export function wildcardPattern(lines: readonly string[]): RegExp {
  const words = lines.join('|').replaceAll(' ', '|')
  return new RegExp(`^(?:${words.replaceAll('*', '.*').replaceAll('~', endings)})$`, 'u')
}

const none: ReadonlySet<string> = new Set()

/** Looks up a language's words; the empty set for languages that the table lacks. */
export function wordsByLanguage(
  table: Readonly<Record<string, readonly string[]>>,
): (language: string) => ReadonlySet<string> {
  const sets = new Map(Object.entries(table).map(([language, lines]) => [language, wordSet(lines)]))
  return (language) => sets.get(language) ?? none
}
