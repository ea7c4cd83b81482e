import { describe, expect, it } from 'vitest'
import { failWith, honestBut, readFence, reads, type Script } from '../../../../tests/support/scripted-models.ts'
import { pageWith as page } from '../../../../tests/support/summarize-with.ts'
import { article, documentOf, paragraph } from '../../testing/documents.ts'

describe('a lead that is refuted', () => {
  const refutes = (...texts: string[]): Script =>
    reads((numberOf) => ({
      wrong: texts
        .map(numberOf)
        .filter((number) => !Number.isNaN(number))
        .map((statement) => ({ statement, correction: '' })),
    }))
  const refuted = refutes('In year 1001')

  it('is rewritten from verified statements', async () => {
    const { result, requests } = await page((request) =>
      request.schemaName === 'new_gist' ? { text: 'The river changed hands.', blocks: ['b3'] } : refuted(request),
    )
    expect(requests.map(({ schemaName }) => schemaName)).toEqual([
      'summary_page',
      'second_read',
      'new_gist',
      'second_read',
    ])
    expect(readFence(requests[3]?.prompt ?? '', 'statements').lines[0]).toContain('The river changed hands.')
    expect(result.page).toMatchObject({
      check: 'second_read',
      gist: { text: 'The river changed hands.', citations: [{ blockId: 'b3' }] },
    })
  })

  it('is rewritten if it loses its first sentence, to which the next one refers', async () => {
    const [first, second] = ['The harbor was sold to Mara Lind in 1001.', 'According to her, the market paid for it.']
    const text = `${first} ${second}`
    const blocks = ['b2', 'b3']
    const rejecting = (sentence: string): Script =>
      reads(
        (numberOf) => ({ wrong: [{ statement: numberOf(sentence), correction: '' }] }),
        honestBut(() => ({ gist: { text, blocks } })),
      )
    const gistAfter = async (answers: Script): Promise<string> => {
      const { result } = await page(
        (request) =>
          request.schemaName === 'new_gist' ? { text: 'The river changed hands.', blocks: ['b3'] } : answers(request),
        documentOf([...article(10).blocks, paragraph(11, text)]),
      )
      return result.page.gist.text
    }
    expect(await gistAfter(rejecting(first))).toBe('The river changed hands.')
    expect(await gistAfter(rejecting(second))).toBe(first)
  })

  it('keeps the rest of it where a short source has no takeaways', async () => {
    const [first, second] = ['The harbor was sold to Mara Lind in 1001.', 'The market of the town paid for it.']
    const { result } = await page(
      reads(
        (numberOf) => ({ wrong: [{ statement: numberOf(first), correction: '' }] }),
        honestBut(() => ({
          gist: { text: `${first} ${second}`, blocks: ['b1'] },
          takeaways: [],
          summary: [],
          parts: [],
        })),
      ),
      documentOf([paragraph(1, `${first} ${second} ${'It rained for days on the roofs of the town. '.repeat(5)}`)]),
    )
    expect(result.page.gist.text).toBe(second)
  })

  it('gives way to the best takeaway when the second read rejects the new one too', async () => {
    const answers = refutes('In year 1001', 'The river changed hands.')
    const { result } = await page((request) =>
      request.schemaName === 'new_gist' ? { text: 'The river changed hands.', blocks: ['b3'] } : answers(request),
    )
    expect(result.page.gist.text).toContain('In year 1002')
  })

  it('is replaced by the best takeaway if the new one is no better', async () => {
    for (const answer of [() => ({ text: 'It cost 4711 coins.', blocks: ['b3'] }), () => failWith('unavailable')]) {
      const { result } = await page((request) => (request.schemaName === 'new_gist' ? answer() : refuted(request)))
      expect(result.page.gist.text).toContain('In year 1002')
      expect(result.page.takeaways[0]?.text).not.toContain('In year 1002')
    }
  })
})
