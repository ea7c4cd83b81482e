import { parseTag, textDirection } from '../../shared/text/text-direction.ts'

export interface TextLanguage {
  lang: string | undefined
  dir: 'ltr' | 'rtl' | 'auto'
}

export const textLanguage = (tag: string | null): TextLanguage => ({ lang: tag ?? undefined, dir: textDirection(tag) })

const slantedScripts: ReadonlySet<string> = new Set(['Latn', 'Cyrl', 'Grek'])

/** Whether a language's script has italics. True for an unknown language. */
export function hasItalics(tag: string | undefined): boolean {
  const script = tag === undefined ? undefined : parseTag(tag)?.maximize().script
  return script === undefined || slantedScripts.has(script)
}
