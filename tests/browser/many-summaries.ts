import { summaries } from '../../src/server/db/schema/index.ts'
import { vectorOf } from '../../src/server/features/summaries/search/words.ts'
import type { ServedProduct } from '../support/served-product.ts'

type NewSummary = typeof summaries.$inferInsert

/** Columns of summary number `index` that differ from the defaults. */
type Change = (index: number) => Partial<NewSummary>

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
    const rows = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset): NewSummary => {
      const index = start + offset
      const createdAt = new Date(NEWEST - index * A_MINUTE_MS)
      const summary = {
        userId,
        title: titleOf(index),
        contentType: index % 4 === 3 ? 'youtube' : 'article',
        status: 'ready',
        originalUrl: `https://reports.example/${index}`,
        site: 'Harbor Review',
        basicSummary: textOf(index),
        keyTakeaways: [`The ${words[index % words.length]} was counted.`, 'Nothing was lost.'],
        language: 'en',
        createdAt,
        updatedAt: createdAt,
        ...change(index),
      } satisfies NewSummary
      const { title, basicSummary, keyTakeaways } = summary
      return { ...summary, titleWords: vectorOf([title]), textWords: vectorOf([basicSummary, ...keyTakeaways]) }
    })
    const written = await product.database.db.insert(summaries).values(rows).returning({ id: summaries.id })
    ids.push(...written.map(({ id }) => id))
  }
  return ids
}
