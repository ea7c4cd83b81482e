import { describe, expect, it } from 'vitest'
import { summarySchema } from '../../src/shared/summary/summary.ts'
import { editsPage, editsSecondRead } from '../standins/models/edits.ts'
import type { Behavior } from '../standins/models/plan.ts'
import { always } from '../standins/models/script.ts'
import { freshReport, startModelProduct } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'

const proposed = 'Why the night ferries lose money'
const proposes = (title: string): Behavior => editsPage((page) => ({ ...page, title }))

describe('the title of a source without one', () => {
  const product = forSuite(async () => startModelProduct({ models: ['local:qwen3:8b'] }))
  const ask = async (behaviors: readonly Behavior[], payload: object = { content: freshReport() }) => {
    const { response, requests } = await product.ask(always(...behaviors), payload)
    expect(response.statusCode).toBe(201)
    const [asked, checked] = requests.map(({ turns }) => turns.map(({ text }) => text).join('\n'))
    return { asked, checked, summary: summarySchema.parse(response.json()) }
  }

  it('is proposed by the model, read again like a statement, and marked', async () => {
    const { asked, checked, summary } = await ask([proposes(proposed)])
    expect(asked).toMatch(/- title: at most 10 words/u)
    expect(asked).not.toMatch(/^\[title\]/mu)
    expect(checked).toContain(`[s1] ${proposed}`)
    expect(summary).toMatchObject({ title: proposed, titleSource: 'page', page: { title: proposed } })
    const list = await product.user.get('/api/summaries')
    expect(list.json()[0]).toMatchObject({ title: proposed, titleSource: 'page' })
    const renamed = await product.user.request('PATCH', `/api/summaries/${summary.id}`, { title: 'Ferries' })
    expect(renamed.json()).toMatchObject({ title: 'Ferries', titleSource: 'user' })
  })

  it.each([
    ['names someone whom the source lacks', [proposes('Ruprecht Quell and the night ferries')]],
    ['is a whole paragraph', [proposes(`${proposed} `.repeat(4))]],
    [
      'is refuted by the second read',
      [
        proposes(proposed),
        editsSecondRead((answer) => ({ ...answer, wrong: [...answer.wrong, { statement: 1, correction: '' }] })),
      ],
    ],
  ])('is the beginning of the text if the proposed one %s', async (_, behaviors) => {
    const { summary } = await ask(behaviors)
    expect(summary.titleSource).toBe('source')
    expect(summary.title).toBe(summary.sourceTitle)
    expect(summary.page?.title).toBeUndefined()
  })

  it.each([
    ['a given title', () => ({ content: freshReport(), title: 'My ferries' }), 'My ferries'],
    [
      'the line above a byline',
      () => ({ content: `Boats at Night\n\nBy Ada Lind\n\n${freshReport()}` }),
      'Boats at Night',
    ],
  ])('is not proposed beside %s', async (_, payload, title) => {
    const { asked, summary } = await ask([proposes(proposed)], payload())
    expect(asked).toContain('- title: empty.')
    expect(summary).toMatchObject({ title, titleSource: 'source' })
  })

  it('is never a list of speakers', async () => {
    const turns = ['Ada', 'Ben', 'Cleo'].flatMap((name) => [`${name}: Okay.`, `${name}: And who pays for the boats?`])
    const content = [
      ...turns,
      ...freshReport()
        .split('\n\n')
        .map((text) => `Ada: ${text}`),
      ...turns,
    ].join('\n')
    const { summary } = await ask([proposes('')], { content })
    expect(summary.title).toBe('And who pays for the boats?')
  })
})
