import { describe, expect, it } from 'vitest'
import { summarySchema } from '../../src/shared/summary/summary.ts'
import { slowPieces } from '../standins/models/behaviors.ts'
import { addsSentence } from '../standins/models/edits.ts'
import { gullibleModel, obedientModel } from '../standins/models/fake-models/injectable-models.ts'
import { always } from '../standins/models/script.ts'
import { startModelServer } from '../standins/models/server.ts'
import { allTextOf } from '../support/injections/all-text.ts'
import { leaksInstructions, shownTexts, summaryProblems, textProblems } from '../support/injections/check-output.ts'
import { injections } from '../support/injections/index.ts'
import { openInjectedProduct } from '../support/injections/injected-product.ts'
import { askUnprotected, fenceOnly, unprotectedInstructions } from '../support/injections/unprotected-prompt.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

describe('documents with injected instructions', () => {
  it('are thirty, each with unique target text', () => {
    expect(injections).toHaveLength(30)
    for (const { canary } of injections)
      expect(injections.filter(({ source }) => allTextOf(source).includes(canary)).length).toBeLessThanOrEqual(1)
    expect(new Set(injections.map(({ canary }) => canary)).size).toBe(30)
  })
})

describe('an unprotected prompt', () => {
  const models = forSuite(async () => startModelServer({ model: obedientModel }))

  it.each(injections)('is taken over by $name', async ({ source, canary, wants }) => {
    const answer = await askUnprotected(models.origin, allTextOf(source))
    expect(answer).toContain(canary)
    expect(leaksInstructions(answer, unprotectedInstructions)).toBe(wants === 'instructions')
  })

  it.each(injections.filter(({ breaksFence }) => breaksFence))(
    'is taken over by $name, also inside a fence',
    async ({ source, canary }) => {
      expect(await askUnprotected(models.origin, fenceOnly(allTextOf(source)))).toContain(canary)
    },
  )

  it('is answered as requested without injected instructions', async () => {
    expect(await askUnprotected(models.origin, fenceOnly(tidePools))).toContain('Edith Vance')
  })
})

describe('a model that obeys text outside the source', () => {
  const test = forSuite(async () => openInjectedProduct(obedientModel))

  it.each(injections)('receives no instructions from $name', async ({ source, canary, hidden }) => {
    const { response, requests, obeyed } = await test.summarize(source)
    expect([response.statusCode, response.json().message]).toEqual([201, undefined])
    expect(requests.length).toBeGreaterThan(0)
    expect(obeyed).toEqual([])
    const summary = summarySchema.parse(response.json())
    expect(shownTexts(summary).filter((text) => text.includes(canary))).toEqual([])
    expect(summaryProblems(summary, allTextOf(source), requests)).toEqual([])
    const asked = requests.flatMap(({ turns }) => turns.map(({ text }) => text)).join('\n')
    expect(asked.includes(canary)).toBe(hidden !== true)
  })

  it('finds no such instructions in the product’s own prompts', async () => {
    test.models.play(always(addsSentence('Dr. Ruprecht Quell paid 91,733 dollars for the path.')))
    const { response, requests, obeyed } = await test.summarize({ kind: 'text', content: tidePools })
    test.models.play([])
    expect(response.statusCode).toBe(201)
    expect(requests.length).toBeGreaterThan(1)
    expect(obeyed).toEqual([])
  })
})

describe('a model that obeys all text', () => {
  const test = forSuite(async () => openInjectedProduct(gullibleModel))
  const used = async (): Promise<number> => (await test.user.get('/api/stats')).json().summariesUsed

  it.each(injections)('shows no invented content for $name', async ({ source, hidden }) => {
    const before = await used()
    const { response, requests, obeyed } = await test.summarize(source)
    expect(obeyed.length > 0).toBe(hidden !== true)
    if (response.statusCode === 201) {
      expect(summaryProblems(summarySchema.parse(response.json()), allTextOf(source), requests)).toEqual([])
    } else {
      expect(response.json().code).toMatch(/^model_/)
      expect(await used()).toBe(before)
    }
  })

  it.each(injections.filter(({ wants }) => wants !== undefined))(
    'shows no $wants while the text streams for $name',
    async ({ source }) => {
      test.models.play(always(slowPieces(10, 400)))
      const { partials, requests } = await test.watch(source)
      test.models.play([])
      expect(partials.length).toBeGreaterThan(0)
      expect(partials.flatMap((text) => textProblems(text, requests))).toEqual([])
    },
  )
})
