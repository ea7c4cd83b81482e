import { pageOf } from '../support/pages/page-of.ts'
import type { ServedProduct } from '../support/served-product.ts'
import { type StoredSummary, storeSummaries } from '../support/stored-summaries.ts'

/** Fields of summary number `index` that differ from the defaults. */
type Change = (index: number) => Partial<StoredSummary>

const words = 'salt harbor tide ledger brine quay keel cargo lantern mooring'.split(' ')

/** Text of varying length: one line to three. */
const textOf = (index: number): string =>
  `${words[index % words.length]} number ${index} was written down by the harbor master, ${'and the tide came in again '.repeat(2 + (index % 5))}before dawn.`

const NEWEST = Date.UTC(2026, 10, 20, 12)
const A_MINUTE_MS = 60_000
const AT_ONCE = 500

export const titleOf = (index: number): string =>
  `Report ${String(index).padStart(5, '0')} on the ${words[index % words.length]}`

/**
 * Inserts many finished summaries of a user into the database, newest first.
 * @returns their ids, in the order of the list
 */
export async function addSummaries(
  product: Pick<ServedProduct, 'database'>,
  userId: string,
  count: number,
  change: Change = () => ({}),
): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < count; start += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset): StoredSummary => {
      const index = start + offset
      const createdAt = new Date(NEWEST - index * A_MINUTE_MS)
      const { source, ...fields } = change(index)
      return {
        userId,
        title: titleOf(index),
        page: pageOf({
          gist: textOf(index),
          takeaways: [`The ${words[index % words.length]} was counted.`, 'Nothing was lost.'],
        }),
        language: 'en',
        createdAt,
        updatedAt: createdAt,
        ...fields,
        source: {
          contentType: index % 4 === 3 ? 'youtube' : 'article',
          originalUrl: `https://reports.example/${index}`,
          site: 'Harbor Review',
          ...source,
        },
      }
    })
    ids.push(...(await storeSummaries(product.database.db, rows)))
  }
  return ids
}
