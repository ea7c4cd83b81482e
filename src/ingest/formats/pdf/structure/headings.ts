import { normalizeTitle, type Outline } from '../outline.ts'
import { type BodyFacts, isBold, markOf } from './line-facts.ts'
import type { Paragraph } from './paragraphs.ts'

const MAX_HEADING_CHARACTERS = 200
const MAX_HEADING_LINES = 4

const numberedTitle =
  /^(?:(?:chapter|section|part|appendix|kapitel|chapitre)\s+)?(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{Lu}/iu

/** "II. RESULTS", as papers have it in the size of the text. */
const capitalTitle = /^(?:[IVX]{1,5}|\d{1,2}|[A-Z])\.?\s+\p{Lu}[\p{Lu}\s,&:-]{3,80}$/u

/** Depth of a heading by its number: "2.1" is 2. */
function depthOf(text: string): number | null {
  const number = numberedTitle.exec(text)?.[1]
  return number === undefined ? null : number.split('.').length
}

/** Level of a heading by how much larger than the text it is. */
function levelOfSize(ratio: number): number {
  if (ratio >= 1.9) return 1
  if (ratio >= 1.45) return 2
  return ratio >= 1.2 ? 3 : 4
}

/**
 * The level of a paragraph that is a heading: by the document's outline, else by its size, weight and number. Null for
 * any other paragraph.
 */
export function headingLevel({ lines }: Paragraph, text: string, body: BodyFacts, outline: Outline): number | null {
  const [first] = lines
  if (first === undefined || text.length > MAX_HEADING_CHARACTERS || lines.length > MAX_HEADING_LINES) return null
  if (markOf(text) !== null || !/\p{L}{2}|[\u2e80-\u9fff\uac00-\ud7a3]/u.test(text)) return null
  const entry = outline.find(normalizeTitle(text), first.page)
  if (entry !== null) return Math.min(6, entry.depth + 2)
  const ratio = first.size / body.size
  const depth = depthOf(text)
  if (ratio >= 1.14 && !/[.;,]$/u.test(text)) return depth === null ? levelOfSize(ratio) : Math.min(6, depth + 1)
  if (lines.length === 1 && ratio >= 0.95 && capitalTitle.test(text)) return 2
  if (!lines.every(isBold) || ratio < 0.95 || lines.length > 2 || /[.;,:]$/u.test(text)) return null
  return depth === null ? 4 : Math.min(6, depth + 1)
}
