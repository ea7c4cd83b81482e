import { parseTag, textDirection } from '../../shared/text-direction.ts'

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
