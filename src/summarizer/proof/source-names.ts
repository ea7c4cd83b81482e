import { closedKey, spelledOutKeys } from './closed-names.ts'
import { exonymGroup } from './exonyms.ts'
import { foldWord } from './folding.ts'
import { bareName, sameName } from './name-forms.ts'
import { hasSounds, soundAlike, soundsOf } from './name-sounds.ts'
import { type SourceText, titlesOf } from './source-index.ts'
import { tokensOf } from './tokens.ts'

/** The words of a document as names are looked up in them. */
export class SourceNames {
  private readonly source: SourceText
  /** Bare forms by their first three letters. */
  private readonly byStart = new Map<string, Set<string>>()
  private readonly bare = new Set<string>()
  /** Keys of the countries, peoples, months and days that the document speaks of. */
  private readonly closed = new Set<string>()
  private readonly exonyms = new Set<number>()
  /** Sounds of all words that have any, by their first two; made when a text in another language first needs them. */
  private sounds: Map<string, Set<string>> | null = null

  constructor(source: SourceText) {
    this.source = source
    const extra = titlesOf(source).flatMap((text) =>
      tokensOf(text).map(({ start, end }) => foldWord(text.slice(start, end))),
    )
    for (const form of [...source.forms, ...extra]) {
      const bare = bareName(form)
      if (bare === '' || this.bare.has(bare)) continue
      this.bare.add(bare)
      const start = bare.slice(0, 3)
      const alike = this.byStart.get(start)
      if (alike === undefined) this.byStart.set(start, new Set([bare]))
      else alike.add(bare)
      const key = closedKey(bare, source.language)
      if (key !== undefined) this.closed.add(key)
      const group = exonymGroup(bare)
      if (group !== null) this.exonyms.add(group)
    }
    for (const { text } of source.blocks) for (const key of spelledOutKeys(text)) this.closed.add(key)
    for (const torn of source.torn.values()) this.bare.add(bareName(torn))
  }

  /** Whether a word of a text stands in the document: in any form of its language, or under its name in another. */
  has(form: string, language: string): boolean {
    const bare = bareName(form)
    if (this.bare.has(bare)) return true
    const key = closedKey(bare, language)
    if (key !== undefined && this.closed.has(key)) return true
    for (const candidate of this.byStart.get(bare.slice(0, 3)) ?? []) {
      if (sameName(bare, candidate, language)) return true
    }
    return this.isForeign(language) && this.hasForeign(bare)
  }

  /** Whether a word stands in the document exactly as it is, but for accents. */
  hasExactly(form: string): boolean {
    return this.bare.has(bareName(form))
  }

  /** Whether the document would show a name at all: not where its script cannot be compared with the text's. */
  canJudge(form: string, language: string): boolean {
    return !this.isForeign(language) || (hasSounds(form) && this.soundMap().size > 0)
  }

  private isForeign(language: string): boolean {
    return this.source.language !== '' && language !== this.source.language
  }

  private hasForeign(bare: string): boolean {
    const group = exonymGroup(bare)
    if (group !== null && this.exonyms.has(group)) return true
    const sounds = soundsOf(bare)
    for (const candidate of this.soundMap().get(sounds.slice(0, 2)) ?? [])
      if (soundAlike(sounds, candidate)) return true
    return false
  }

  private soundMap(): Map<string, Set<string>> {
    if (this.sounds !== null) return this.sounds
    const map = new Map<string, Set<string>>()
    let judged = 0
    for (const bare of this.bare) {
      if (!hasSounds(bare)) continue
      judged += 1
      const sounds = soundsOf(bare)
      const alike = map.get(sounds.slice(0, 2))
      if (alike === undefined) map.set(sounds.slice(0, 2), new Set([sounds]))
      else alike.add(sounds)
    }
    // A document in Chinese with a few Latin words in it writes the other names in Chinese.
    this.sounds = judged * 2 > this.bare.size ? map : new Map()
    return this.sounds
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
