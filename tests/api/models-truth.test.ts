import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { summarySchema } from '../../src/shared/summary.ts'
import {
  addsSentence,
  cites,
  citesAlso,
  dropsFromQuotes,
  edits,
  editsLines,
  inventsQuote,
  rewritesAs,
  writesAlways,
} from '../standins/models/edits.ts'
import type { Behavior } from '../standins/models/plan.ts'
import type { ModelRequest } from '../standins/models/request.ts'
import { always } from '../standins/models/script.ts'
import { freshText, type ModelProduct, startModelProduct, vendors } from '../support/model-product.ts'

const invented = 'The museum will close the path for good, said the warden.'
const falseSentence = 'Dr. Ruprecht Quell counted 91,733 species there.'
const falseLine = 'Ruprecht Quell paid 640,000 dollars for the path.'
const german =
  'Die Gezeitentümpel unter dem Leuchtturm werden seit vielen Jahren von Freiwilligen gezählt, und die Liste der Arten wird dabei immer kürzer.'

/** Whether a request asks for other words for sentences that were not proved. */
const isRewrite = ({ schema }: ModelRequest): boolean => JSON.stringify(schema).includes('"sentences"')

/** Begins with a takeaway that rests on the blocks of the next. */
const saysFirst = (text: string): Behavior =>
  editsLines((lines) => [{ text, blocks: lines[0]?.blocks ?? [] }, ...lines])

/** Quotes this alone. */
const quotes = (text: string, block: string): Behavior =>
  edits((answer) => (answer.quotes === undefined ? answer : { ...answer, quotes: [{ text, block }] }))

const denial = quotes('The museum does not want to close the path.', 'b4')

describe.each(vendors)('what $model says', ({ model }) => {
  let product: ModelProduct
  beforeAll(async () => {
    product = await startModelProduct({ models: [model] })
  })
  afterAll(async () => product.close())

  it('is shown as far as the source holds it: no quote, block, number or name of its own', async () => {
    const { response, requests } = await product.ask(
      always(
        inventsQuote(invented),
        citesAlso('b999', 'b0', '__proto__'),
        saysFirst(falseLine),
        addsSentence(falseSentence),
        rewritesAs(falseSentence),
      ),
    )
    expect(response.statusCode).toBe(201)
    const summary = summarySchema.parse(response.json())
    expect(response.body).not.toMatch(/Quell|91,733|640,000|close the path for good/)
    expect(summary.notableQuotes.length).toBeGreaterThan(0)
    expect(summary.keyTakeaways.length).toBeGreaterThanOrEqual(2)
    expect(summary.takeawayPlaces.every((places) => places.length > 0)).toBe(true)
    for (const { blockId } of summary.takeawayPlaces.flat()) expect(blockId).toMatch(/^b[1-5]$/)
    expect(summary.basicSummary).toContain('Carrow')
    expect(requests.map(isRewrite)).toEqual([false, true])
    const sent = requests[1]?.turns.map(({ text }) => text).join('\n')
    expect(sent).toContain(falseSentence)
    expect(sent).toContain(falseLine)
  })
})

describe('what a model says', () => {
  let product: ModelProduct
  beforeAll(async () => {
    product = await startModelProduct({ models: ['local:qwen3:8b'] })
  })
  afterAll(async () => product.close())
  const shown = async (...behaviors: Behavior[]) => {
    const { response, requests } = await product.ask(always(...behaviors))
    return { response, requests, summary: response.statusCode === 201 ? summarySchema.parse(response.json()) : null }
  }

  it('is no quote once a "not" is missing', async () => {
    const whole = await shown(denial)
    expect(whole.summary?.notableQuotes).toEqual(['The museum does not want to close the path.'])
    const turned = await shown(denial, dropsFromQuotes('not'))
    expect(turned.response.statusCode).toBe(201)
    expect(turned.summary?.notableQuotes).toEqual([])
    expect(turned.response.body).not.toContain('does want')
  })

  it('takes its place from where it stands, whatever block it names', async () => {
    const moved = await shown(quotes('Its first line reads: begin at the bottom, where the water is.', 'b2'))
    expect(moved.summary?.quotePlaces).toMatchObject([[{ label: '¶ 5' }]])
  })

  it('is said in the better words that it finds when it is asked again', async () => {
    const better = 'The museum pays for a warden in the summer holidays.'
    const { summary, requests } = await shown(addsSentence(falseSentence), rewritesAs(better))
    expect(summary?.basicSummary).toContain(better)
    expect(summary?.basicSummary).not.toContain('Quell')
    expect(requests.map(isRewrite)).toEqual([false, true])
  })

  it('is nothing where no block of the source carries it', async () => {
    const before = await product.used()
    const { response, requests } = await shown(cites('b999'))
    expect([response.statusCode, response.json().code]).toEqual([503, 'model_unavailable'])
    expect(response.json().message).toMatch(/kept saying things that this source does not say.*Nothing was charged/)
    expect(requests).toHaveLength(2)
    expect(await product.used()).toBe(before)
    const again = await product.retry((await product.newest()).id)
    expect(again.response.statusCode).toBe(201)
  })

  it('is asked for again in the right language, and is no answer to somebody who wants another', async () => {
    const once = await product.ask([writesAlways(german)])
    expect(once.response.statusCode).toBe(201)
    expect(once.requests).toHaveLength(2)
    expect(once.requests[1]?.turns[0]?.text).toContain('wrong language')
    expect(once.response.json().language).toBe('en')
    expect(once.response.body).not.toContain('Gezeiten')

    const before = await product.used()
    const french = await product.ask(always(writesAlways(german)), { content: freshText(), language: 'fr' })
    expect([french.response.statusCode, french.response.json().code]).toEqual([422, 'language_unavailable'])
    expect(french.response.json().message).toMatch(/did not write in French. Nothing was charged/)
    expect(await product.used()).toBe(before)

    const wanted = await product.ask(always(writesAlways(german)), { content: freshText(), language: 'de' })
    expect(wanted.response.json()).toMatchObject({ status: 'ready', language: 'de' })
    expect(wanted.response.json().basicSummary).toContain('Gezeitentümpel')
  })
})
