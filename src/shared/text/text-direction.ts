const rightToLeft: ReadonlySet<string> = new Set('ar arc ckb dv fa he khw ks nqo pnb ps sd syr ug ur yi'.split(' '))
const rightToLeftScripts: ReadonlySet<string> = new Set('Adlm Arab Hebr Nkoo Rohg Syrc Thaa'.split(' '))

/** Parses a BCP 47 tag; null if it is invalid. */
export function parseTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}

const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const letter = /\p{L}/u

/** Direction of a text: that of its BCP 47 language or, if unknown, of its first letter. */
export function directionOf(tag: string | null, text: string): 'ltr' | 'rtl' {
  const direction = textDirection(tag)
  if (direction !== 'auto') return direction
  return rtlLetter.test(letter.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'
}

/** Direction of a BCP 47 language's script; "auto" where the language is not known. */
export function textDirection(tag: string | null): 'ltr' | 'rtl' | 'auto' {
  const locale = tag === null ? null : parseTag(tag)
  if (locale === null) return 'auto'
  if (locale.script !== undefined) return rightToLeftScripts.has(locale.script) ? 'rtl' : 'ltr'
  return rightToLeft.has(locale.language) ? 'rtl' : 'ltr'
}
