import { describe, expect, it } from 'vitest'
import { summarySchema } from '../../src/shared/summary/summary.ts'
import { editsPage } from '../standins/models/edits.ts'
import { always } from '../standins/models/script.ts'
import { freshReport, startModelProduct } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'

const sides = [
  ['The officer', 'The officer expects the number of commuters to settle at the present level.'],
  ['The engineers', 'The Alma should not be certified beyond 2028.'],
  ['Ruprecht Quell', 'The county pays the difference of 19.6 million.'],
]
const debate = {
  title: 'How long can the boats run?',
  form: 'debate',
  header: [],
  lines: sides.map((cells) => ({ cells, blocks: ['b3', 'b4'] })),
}

describe('a page with a disagreement', () => {
  const product = forSuite(async () => startModelProduct({ models: ['local:qwen3:8b'] }))

  it.each(['hearing', 'interview', 'opinion'])('shows its sides beside each other: %s', async (kind) => {
    const { response } = await product.ask(
      always(editsPage((page) => ({ ...page, kind, summary: [], parts: [debate, ...(page.parts ?? [])] }))),
      { content: freshReport() },
    )
    expect(response.statusCode).toBe(201)
    const { id, page, advancedSummary, basicSummary } = summarySchema.parse(response.json())
    expect(page).toMatchObject({ kind, summary: [], keyParts: [] })
    expect(page?.parts.find(({ form }) => form === 'debate')).toMatchObject({
      form: 'debate',
      // One side does not occur in the source.
      lines: sides.slice(0, 2).map((cells) => ({ cells })),
    })
    expect(advancedSummary).toContain(`- The engineers: ${sides[1]?.[1]}`)
    expect(basicSummary.startsWith(page?.gist.text ?? '-')).toBe(true)
    const exported = await product.user.get(`/api/summaries/${id}/export?format=markdown`)
    expect(exported.body).toMatch(
      /\n\| \*\*The officer\*\* \| \*\*The engineers\*\* \|\n\| --- \| --- \|\n\| The officer expects/u,
    )
  })
})
