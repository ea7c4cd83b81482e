/**
 * Tables of words and patterns, which live in JSON files beside the code that uses them. Tables by language have primary
 * language subtags as keys.
 */

/** A regular expression in a JSON file: one of the alternatives `any` between `before` and `after`. */
export interface PatternEntry {
  flags: string
  before?: string
  any: readonly string[]
  after?: string
}

export function toPattern({ flags, before = '', any, after = '' }: PatternEntry): RegExp {
  return new RegExp(`${before}${any.join('|')}${after}`, flags)
}

/** Words of a table whose lines hold several each. */
export function wordSet(lines: readonly string[], separator = ' '): ReadonlySet<string> {
  return new Set(lines.join(separator).split(separator))
}

const none: ReadonlySet<string> = new Set()

/** Compiles each language's entry the first time it is asked for. */
function byLanguage<Entry, Value>(
  table: Readonly<Record<string, Entry>>,
  compile: (entry: Entry) => Value,
): (language: string) => Value | undefined {
  const entries = new Map(Object.entries(table))
  const compiled = new Map<string, Value>()
  return (language) => {
    const known = compiled.get(language)
    if (known !== undefined) return known
    const entry = entries.get(language)
    if (entry === undefined) return undefined
    const value = compile(entry)
    compiled.set(language, value)
    return value
  }
}

/** Looks up a language's pattern; undefined for languages that the table lacks. */
export function patternsByLanguage(
  table: Readonly<Record<string, PatternEntry>>,
): (language: string) => RegExp | undefined {
  return byLanguage(table, toPattern)
}

/** Looks up a language's words; the empty set for languages that the table lacks. */
export function wordsByLanguage(
  table: Readonly<Record<string, readonly string[]>>,
  separator = ' ',
): (language: string) => ReadonlySet<string> {
  const words = byLanguage(table, (lines) => wordSet(lines, separator))
  return (language) => words(language) ?? none
}
