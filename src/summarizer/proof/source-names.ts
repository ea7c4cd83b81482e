import { closedNames } from './closed-names.ts'
import { foldWord } from './folding.ts'
import { bareName, sameName } from './name-forms.ts'
import type { SourceText } from './source-text.ts'
import { tokensOf } from './tokens.ts'

/** The words of a document as names are looked up in them. */
export class SourceNames {
  private readonly source: SourceText
  /** Bare forms by their first three letters. */
  private readonly byStart = new Map<string, Set<string>>()
  private readonly bare = new Set<string>()
  /** Keys of the countries, peoples, months and days that the document speaks of. */
  private readonly closed = new Set<string>()

  constructor(source: SourceText) {
    this.source = source
    const { title, author, site } = source.document
    const closed = closedNames(source.language)
    const extra = [title, author ?? '', site ?? ''].flatMap((text) =>
      [...tokensOf(text)].map(({ start, end }) => foldWord(text.slice(start, end))),
    )
    for (const form of [...source.forms, ...extra]) {
      const bare = bareName(form)
      if (bare === '' || this.bare.has(bare)) continue
      this.bare.add(bare)
      const start = bare.slice(0, 3)
      const alike = this.byStart.get(start)
      if (alike === undefined) this.byStart.set(start, new Set([bare]))
      else alike.add(bare)
      const key = closed.get(bare)
      if (key !== undefined) this.closed.add(key)
    }
    for (const torn of source.torn.values()) this.bare.add(bareName(torn))
  }

  /** Whether a word of a text stands in the document, in any form of the language. */
  has(form: string, language: string): boolean {
    const bare = bareName(form)
    if (this.bare.has(bare)) return true
    const key = closedNames(language).get(bare)
    if (key !== undefined && this.closed.has(key)) return true
    for (const candidate of this.byStart.get(bare.slice(0, 3)) ?? []) {
      if (sameName(bare, candidate, language)) return true
    }
    return false
  }

  get language(): string {
    return this.source.language
  }
}

const kept = new WeakMap<SourceText, SourceNames>()

/** The words of a document for names to be looked up; made once a document. */
export function namesOf(source: SourceText): SourceNames {
  const known = kept.get(source)
  if (known !== undefined) return known
  const names = new SourceNames(source)
  kept.set(source, names)
  return names
}
