import { describe, expect, it } from 'vitest'
import { summarySchema } from '../../src/shared/summary/summary.ts'
import {
  addsSentence,
  cites,
  citesAlso,
  corrects,
  type EditablePage,
  editsPage,
  inventsQuote,
  saysFirst,
} from '../standins/models/edits.ts'
import { fieldsOf, schemaOf } from '../standins/models/fake-models/answer-schema.ts'
import type { Behavior } from '../standins/models/plan.ts'
import type { ModelRequest } from '../standins/models/request.ts'
import { always } from '../standins/models/script.ts'
import { freshReport, startModelProduct } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'

const invented = 'The museum will close the path for good, said the warden.'
const falseSentence = 'Dr. Ruprecht Quell counted 91,733 species there.'
const falseLine = 'Ruprecht Quell paid 640,000 dollars for the path.'

const isSecondRead = (request: ModelRequest): boolean => fieldsOf(schemaOf(request)).has('wrong')
const isPage = (request: ModelRequest): boolean => fieldsOf(schemaOf(request)).has('takeaways')

describe('model output', () => {
  const product = forSuite(async () => startModelProduct({ models: ['local:qwen3:8b'] }))
  const shown = async (content: string, ...behaviors: Behavior[]) => {
    const { response, requests } = await product.ask(always(...behaviors), { content })
    expect([response.statusCode, response.json().message]).toEqual([201, undefined])
    return { body: response.body, requests, summary: summarySchema.parse(response.json()) }
  }
  const pageOf = async (change: (page: EditablePage) => Partial<EditablePage>, content = freshReport()) =>
    shown(
      content,
      editsPage((page) => ({ ...page, ...change(page) })),
    )

  it('is shown as far as the source supports it: no invented quote, block, number or name', async () => {
    const { response, requests } = await product.ask(
      always(
        inventsQuote(invented),
        citesAlso('b999', 'b0', '__proto__'),
        saysFirst(falseLine),
        addsSentence(falseSentence),
        corrects(falseSentence),
      ),
      { content: freshReport() },
    )
    expect(response.statusCode).toBe(201)
    const summary = summarySchema.parse(response.json())
    expect(response.body).not.toMatch(/Quell|91,733|640,000|close the path for good/)
    expect(summary.notableQuotes.length).toBeGreaterThan(0)
    expect(summary.keyTakeaways.length).toBeGreaterThanOrEqual(2)
    const cited = (summary.page?.takeaways ?? []).map(({ citations }) => citations)
    expect(cited.every((citations) => citations.length > 0)).toBe(true)
    for (const { blockId } of cited.flat()) expect(blockId).toMatch(/^b\d{1,2}$/)
    // A short summary is the background of the parts.
    const background = summary.page?.parts[0]?.lines.map(({ cells }) => cells.join(' ')).join(' ')
    expect(background).toContain('The county council has asked for a report on what the line costs')
    expect(summary.keyTakeaways).toContainEqual(expect.stringContaining('Opinions on the island are divided.'))
    expect(requests.map(isSecondRead)).toEqual([false, true])
    const sent = requests[1]?.turns.map(({ text }) => text).join('\n')
    expect(sent).toContain(falseSentence)
    expect(sent).toContain(falseLine)
  })

  it('loses a label that is a whole sentence', async () => {
    const label = 'This label is a whole sentence of its own'
    const { summary } = await pageOf(({ takeaways }) => ({ takeaways: takeaways.map((each) => ({ ...each, label })) }))
    expect(new Set(summary.page?.takeaways.map((takeaway) => takeaway.label))).toEqual(new Set(['']))
  })

  it('is dropped when no block supports it', async () => {
    const before = await product.used()
    const { response, requests } = await product.ask(always(cites('b999')))
    expect([response.statusCode, response.json().code]).toEqual([503, 'model_unavailable'])
    expect(response.json().message).toMatch(/kept making claims that this source doesn’t support.*Nothing was charged/)
    expect(requests.filter(isPage)).toHaveLength(2)
    expect(await product.used()).toBe(before)
    const again = await product.retry((await product.newest()).id)
    expect(again.response.statusCode).toBe(201)
  })

  it('keeps a task that cites its block and has no owner', async () => {
    const task = { text: 'Drawings of a bridge: None assigned', blocks: ['b11'] }
    const { summary } = await pageOf(() => ({ kind: 'meeting', keyParts: [{ title: 'Next steps', lines: [task] }] }))
    expect(summary.page?.keyParts).toMatchObject([{ lines: [{ cells: [task.text], citations: [{ label: '¶ 11' }] }] }])
  })

  it('is requested with the rules of its kind alone, if the text shows one', async () => {
    const turns = ['Ada', 'Ben', 'Cleo'].flatMap((name) => [`${name}: The county pays.`, `${name}: And the boats?`])
    const ruled = async (content: string) => (await shown(content)).requests[0]?.turns[0]?.text ?? ''
    const any = await ruled(freshReport())
    expect(any).toMatch(
      /- kind: by substance.*- gist: .*- keyParts: of a meeting.*- takeaways: .*- parts: .*; story: who is who/su,
    )
    const meeting = await ruled(`${turns.join('\n\n')}\n\n${freshReport()}\n\n${turns.join('\n\n')}`)
    expect(meeting).toMatch(/- kind: meeting.*- keyParts: of a meeting.*- takeaways: .*who for it and why/su)
    expect(meeting).not.toMatch(/Of a story|the plot|None from a guide/u)
  })

  it('is not requested again for one long takeaway', async () => {
    const long = `The county pays 92 crowns for each passenger, ${'year after year '.repeat(9)}while fares bring in 11.8 million.`
    const { requests } = await pageOf(({ takeaways: [first, ...others] }) => ({
      takeaways: [{ label: 'Costs', text: long, blocks: first?.blocks ?? [] }, ...others],
    }))
    expect(requests.filter(isPage)).toHaveLength(1)
  })
})

describe('the second read', () => {
  it('uses the model assigned to it, and is skipped when switched off', async () => {
    const models = ['local:qwen3:8b']
    const assigned = await startModelProduct({ models, env: { AI_CHECK_MODEL: 'openai:gpt-5-mini' } })
    const checked = await assigned.ask()
    expect(checked.requests.map(({ protocol }) => protocol)).toEqual(['openai-chat', 'openai-responses'])
    expect(checked.response.json()).toMatchObject({ engine: { id: 'local:qwen3:8b' }, page: { check: 'second_read' } })
    await assigned.close()
    const off = await startModelProduct({ models, env: { AI_CHECK: 'off' } })
    const ruled = await off.ask()
    expect(ruled.requests).toHaveLength(1)
    expect(ruled.response.json()).toMatchObject({ page: { check: 'rules' } })
    await off.close()
  })
})
