import { type ParagraphRole, TITLE_LEVEL } from './paragraphs.ts'

const roles: readonly (readonly [RegExp, ParagraphRole])[] = [
  [/^title$/iu, { type: 'heading', level: TITLE_LEVEL }],
  [/^(?:intense )?quote$|^block ?text$|^quotations$/iu, { type: 'quote' }],
  [/^(?:table |image )?caption$/iu, { type: 'caption' }],
  [/^(?:html preformatted|preformatted text|source ?code|code(?: ?block)?|macro(?: text)?)$/iu, { type: 'code' }],
]

/**
 * The role of a style that Word itself knows. In files its names are the same in every language; what is localized is
 * the style's id and what Word shows.
 */
export function roleOfName(name: string): ParagraphRole | null {
  return roles.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** The outline level, from 0, of Word's heading styles, for files that leave their properties to the program. */
export function outlineOfName(name: string): number | undefined {
  const digit = /^heading ([1-9])$/iu.exec(name)?.[1]
  return digit === undefined ? undefined : Number(digit) - 1
}
