import type { Citation } from './citation.ts'
import type { PagePart } from './summary-page.ts'

/** Passages at one location. */
export type References = readonly [Citation, ...Citation[]]

/** Identifies the location of a passage: its label, and the chapter, since several chapters can share a label. */
export const locationKey = ({ label, location }: Citation): string =>
  location.kind === 'chapter' ? `${label} ${location.chapter}` : label

/** Groups passages that share a location: two chapters of a book can have the same number, and are two locations. */
export function groupByLocation(citations: readonly Citation[]): [Citation, ...Citation[]][] {
  const groups = new Map<string, [Citation, ...Citation[]]>()
  for (const reference of citations) {
    const key = locationKey(reference)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [reference])
    else group.push(reference)
  }
  return [...groups.values()]
}

/** The citations of a table whose rows all rest on one location, which is named once; null for other parts. */
export function sharedCitations({ form, lines }: PagePart): References | null {
  if (form !== 'table' || lines.length < 2) return null
  const [group, ...others] = groupByLocation(lines.flatMap(({ citations }) => citations))
  if (group === undefined || others.length > 0 || lines.some(({ citations }) => citations.length === 0)) return null
  const [first, ...rest] = group
  const distinct = new Map(rest.map((citation) => [citation.blockId, citation]))
  distinct.delete(first.blockId)
  return [first, ...distinct.values()]
}
