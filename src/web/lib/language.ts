const rightToLeft: ReadonlySet<string> = new Set('ar arc ckb dv fa he khw ks nqo pnb ps sd syr ug ur yi'.split(' '))
const rightToLeftScripts: ReadonlySet<string> = new Set('Adlm Arab Hebr Nkoo Rohg Syrc Thaa'.split(' '))

function parseTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}

/** Direction of a BCP 47 language's script; "auto" where the language is not known. */
export function textDirection(tag: string | null): 'ltr' | 'rtl' | 'auto' {
  const locale = tag === null ? null : parseTag(tag)
  if (locale === null) return 'auto'
  if (locale.script !== undefined) return rightToLeftScripts.has(locale.script) ? 'rtl' : 'ltr'
  return rightToLeft.has(locale.language) ? 'rtl' : 'ltr'
}

/** How a text is marked up: its language, and the direction that language is written in. */
export interface TextLanguage {
  lang: string | undefined
  dir: 'ltr' | 'rtl' | 'auto'
}

/** The marks of a text in a BCP 47 language; null where it is not known. */
export function textLanguage(tag: string | null): TextLanguage {
  return { lang: tag ?? undefined, dir: textDirection(tag) }
}

const slantedScripts: ReadonlySet<string> = new Set(['Latn', 'Cyrl', 'Grek'])

/** Whether a language's script has italics: elsewhere a slanted letter is a faked one. An unknown language may have. */
export function hasItalics(tag: string | undefined): boolean {
  const script = tag === undefined ? undefined : parseTag(tag)?.maximize().script
  return script === undefined || slantedScripts.has(script)
}
