import { closedKeys } from '../verification/known-names.ts'
import tables from './references.json' with { type: 'json' }
import { stem } from './tokens.ts'

/** A word that begins with a capital letter, or has letters in capitals and figures alone. */
const capitalized = /(?<![\p{L}\p{M}\p{N}’'-])\p{Lu}[\p{L}\p{M}\p{N}]+/gu
const shortForm = /(?<![\p{sc=Latn}\p{N}])\p{Lu}[\p{Lu}\p{N}]{1,7}(?![\p{sc=Latn}\p{N}])/gu
/** A name beside another one is a full name or a title: "Anna Berg", "the Harbor Act". */
const nameBefore = /(?<![\p{L}\p{M}.’'-])\p{Lu}[\p{L}\p{M}.’'-]{0,30},? ["“]?$/u
const nameAfter = /^,? ?(?:(?:of|de|von|van|the|der|du|and|&) )?["“(]?\p{Lu}/u
/** A sentence, quotation or item begins with a capital letter in any case. */
const opening = /(?:^|(?<!\p{Lu})[.!?:;…] |["“„«‘(]|[–—] ?|• ?)$/u
/** "Mrs Berg" is no full name. */
const honorific = /(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Dr|Sir|Herr|Frau|Monsieur|Madame|Señora?|Sra?|M|Mme)\.? $/u
/** "In Velm", "the harbor of Velm": it says which place. */
const placeBefore = /\b(?:(?:the|an?) \p{Ll}+ of|in|at|near|across|outside|throughout|en|à|a|em|w|в) $/iu
/** UTF-16 units before a name that are looked at. */
const MAX_BEFORE = 80
/** A short form that its sentence explains: "the Tide Network Group (TNG)". */
const explained = /\((\p{Lu}[\p{Lu}\p{N}]{1,7})\)/gu
const everyday: ReadonlySet<string> = new Set(tables.shortForms.split(' '))

const keyOf = (name: string): string => stem(name.toLowerCase())

interface Word {
  name: string
  /** It is not the first word of a sentence, so that its capital letter is its own. */
  within: boolean
  /** No name or title is beside it, and no "in" before it. */
  bare: boolean
  /** The words beside it identify it: "Anna Berg", "Berg, the mayor", "Berg (TNG)". */
  introduced: boolean
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(capitalized), ({ 0: name, index }) => {
    const before = text.slice(Math.max(0, index - MAX_BEFORE), index).replace(honorific, '')
    const after = text.slice(index + name.length)
    const within = !opening.test(before)
    const isPart = nameBefore.test(before) || nameAfter.test(after)
    return {
      name,
      within,
      bare: !isPart && !placeBefore.test(before),
      introduced: isPart || /^(?:, | \()/u.test(after),
    }
  })
}

/**
 * The names and short forms that each sentence uses and an earlier one has introduced, as stems: "Berg said …",
 * "The TNG …". Countries, peoples, days and what everybody knows need no introduction.
 */
export function mentionsOf(texts: readonly string[], language: string): string[][] {
  const seen = new Set<string>()
  const common = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{M}’'-])\p{Ll}[\p{L}\p{M}]+/gu) ?? []))
  // All German nouns are capitalized.
  const read = texts.map((text) => (language === 'de' ? [] : wordsOf(text)))
  const names = new Set(read.flatMap((own) => own.flatMap(({ name, within }) => (within ? [name] : []))))
  const isName = (name: string): boolean =>
    names.has(name) && !common.has(name.toLowerCase()) && closedKeys(name.toLowerCase(), language, false).size === 0
  return texts.map((text, at) => {
    const own = read[at] ?? []
    const forms = text.match(shortForm) ?? []
    const given = new Set(Array.from(text.matchAll(explained), ([, form]) => form))
    const needed = forms.filter((form) => !everyday.has(form) && !given.has(form))
    const used = own.filter(({ name, bare }) => bare && isName(name)).map(({ name }) => name)
    const found = new Set([...used, ...needed].map(keyOf))
    const missing = [...found].filter((key) => seen.has(key))
    // A name that the source uses as known, such as that of a product, needs no introduction on the page either.
    const introduced = own.filter((word) => word.introduced).map(({ name }) => name)
    for (const name of [...introduced, ...forms]) seen.add(keyOf(name))
    return missing
  })
}
