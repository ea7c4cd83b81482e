import type { BlockType } from '../../../../shared/document.ts'

/** Elements that stand apart from the text around them (XHTML, DTBook, SVG text). */
export const blocks: ReadonlySet<string> = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer
  form frontmatter bodymatter rearmatter h1 h2 h3 h4 h5 h6 header hgroup hr html legend level level1 level2 level3 level4
  level5 level6 li line linegroup list main menu nav note object ol optgroup option p pre sidebar section select summary
  table tbody td text tfoot th thead tr ul video audio iframe`.split(/\s+/u),
)

/** What holds no text for a reader: programs, styles, descriptions for machines, and what only plays. */
export const silent: ReadonlySet<string> = new Set(
  'script style head title template audio video iframe desc metadata annotation annotation-xml rp'.split(' '),
)

/** What the text inside an element is; elements not named here are what they stand in. */
export const types: Readonly<Record<string, BlockType>> = {
  li: 'list-item',
  dt: 'list-item',
  dd: 'list-item',
  blockquote: 'quote',
  pre: 'code',
  figcaption: 'caption',
  caption: 'caption',
}

/** Namespaces that are read here, for `epub:case`. */
export const namespacesRead: ReadonlySet<string> = new Set([
  'http://www.w3.org/1998/Math/MathML',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1999/xhtml',
])

export type Attributes = Readonly<Record<string, string>>

/** Level of a heading element, or of one that says it is a heading; null for others. */
export function headingLevel(name: string, attributes: Attributes): number | null {
  const written = /^h([1-6])$/u.exec(name)?.[1]
  if (written !== undefined) return Number(written)
  if (name === 'hd' || attributes['role'] === 'heading') {
    const level = Number(attributes['aria-level'] ?? 2)
    return Number.isInteger(level) && level >= 1 ? Math.min(6, level) : 2
  }
  return null
}

/** Whether an element is the number of a printed page, which stands in the middle of the text. */
export function isPageNumber(attributes: Attributes): boolean {
  return /\bpagebreak\b/u.test(attributes['epub:type'] ?? '') || attributes['role'] === 'doc-pagebreak'
}

/** Whether an element leads from a note back to its mark. */
export function isWayBack(attributes: Attributes): boolean {
  return attributes['role'] === 'doc-backlink' || /\bbacklink\b/u.test(attributes['epub:type'] ?? '')
}

/** Whether an element lists places for reading systems: landmarks, the pages of the printed book. */
export const isAid = (attributes: Attributes): boolean =>
  /\b(?:landmarks|page-list)\b/u.test(attributes['epub:type'] ?? '')

/** Whether an element is not shown. Notes are hidden where a reading system shows them when their mark is touched. */
export function isHidden(attributes: Attributes): boolean {
  if (/note/u.test(attributes['epub:type'] ?? attributes['role'] ?? '')) return false
  return attributes['hidden'] !== undefined || /display\s{0,9}:\s{0,9}none/iu.test(attributes['style'] ?? '')
}

/** Whether an element is the mark of a note: said to be one, or a raised link. */
export function isNoteMark(name: string, attributes: Attributes, parent: string): boolean {
  if (name === 'a' && attributes['href'] !== undefined) {
    return (
      /\bnoteref\b/u.test(attributes['epub:type'] ?? '') || attributes['role'] === 'doc-noteref' || parent === 'sup'
    )
  }
  return name === 'sup' && parent === 'a'
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A number as raised digits, so that it doesn't run into the word or the number before it. */
export function noteMark(text: string): string {
  const mark = text.trim()
  return /^\d{1,5}$/u.test(mark) ? mark.replace(/\d/gu, (digit) => raised[Number(digit)] ?? digit) : text
}
