import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { wrongShape } from '../../../tests/standins/models/behaviors.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import { anthropic, callOf, google, local, openai, startTestModels, value } from '../../../tests/support/test-models.ts'
import { type Dialect, jsonSchemaOf, plainer } from './dialect.ts'
import type { Fetch } from './provider-model.ts'

const models = forEachTest(startTestModels)

type Body = Record<string, unknown>

/** A server that does not know some of what it is asked, in front of the stand-in. */
function before(turnsDown: (body: Body) => string | null): Fetch {
  return async (input, init) => {
    const complaint = turnsDown(JSON.parse(typeof init?.body === 'string' ? init.body : ''))
    if (complaint === null) return await fetch(input, init)
    return Response.json({ error: { message: complaint, type: 'invalid_request_error' } }, { status: 400 })
  }
}

const formatOf = (body: unknown) =>
  z.object({ response_format: z.object({ type: z.string() }).optional() }).parse(body).response_format?.type

const systemOf = (number: number) => models.server.requests[number]?.turns[0]?.text ?? ''

describe('a server that rejects a dialect', () => {
  it('is asked for any JSON, then in words alone, and stays in that dialect', async () => {
    const refused: unknown[] = []
    const fetch = before((body) => {
      const format = formatOf(body)
      if (format === undefined) return null
      refused.push(format)
      return format === 'json_schema'
        ? "Invalid value for 'response_format': json_schema is not supported"
        : 'response_format: expected text'
    })
    const asked = models.create([local], {}, { fetch })
    await expect(asked.begin().call(callOf())).resolves.toMatchObject({ value })
    expect(refused).toEqual(['json_schema', 'json_object'])
    await asked.begin().call(callOf())
    expect(refused).toHaveLength(2)
    expect(models.server.requests).toHaveLength(2)
    expect(systemOf(1)).toContain('"summary":{"type":"string"}')
    expect(models.waits).toEqual([])
  })

  it('keeps json_object if it supports it', async () => {
    const fetch = before((body) => (formatOf(body) === 'json_schema' ? 'unknown field json_schema' : null))
    const asked = models.create([local], {}, { fetch })
    for (const _ of [1, 2]) await expect(asked.begin().call(callOf())).resolves.toMatchObject({ value })
    expect(models.server.requests.map(({ body }) => formatOf(body))).toEqual(['json_object', 'json_object'])
  })

  it('is asked without reasoning and with a lower limit', async () => {
    const fetch = before((body) => {
      if (body['reasoning'] !== undefined)
        return "Unsupported parameter: 'reasoning.effort' is not supported with this model."
      return Number(body['max_output_tokens']) > 1000
        ? 'max_output_tokens is too large: at most 4096 are supported'
        : null
    })
    const asked = models.create([openai], {}, { fetch })
    await expect(asked.begin().call(callOf())).resolves.toMatchObject({ value })
    expect(models.server.requests[0]?.maxOutputTokens).toBe(1000)
  })

  it('fails if the error is about something else', async () => {
    let asked = 0
    const fetch = before(() => {
      asked += 1
      return 'No such thing.'
    })
    await expect(models.create([local], {}, { fetch }).begin().call(callOf())).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(asked).toBe(1)
  })

  it('fails if no feature is left to drop', async () => {
    let asked = 0
    const fetch = before(() => {
      asked += 1
      return 'response_format, reasoning and max_tokens: all wrong'
    })
    await expect(models.create([local], {}, { fetch }).begin().call(callOf())).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(asked).toBe(5)
  })
})

describe('the first dialect', () => {
  it('keeps defaults, but limits reasoning of OpenAI without summaries of it', async () => {
    for (const name of [openai, anthropic, google, local]) await models.ask([name])
    const [byOpenai, byAnthropic, byGoogle, byLocal] = models.server.requests.map(({ body }) => body)
    expect(byOpenai).toMatchObject({ store: false })
    expect(byOpenai).toHaveProperty('reasoning', { effort: 'low' })
    expect(byAnthropic).not.toHaveProperty('thinking')
    expect(byGoogle).not.toHaveProperty('generationConfig.thinkingConfig')
    expect(byLocal).not.toHaveProperty('reasoning_effort')
    for (const body of [byOpenai, byAnthropic, byGoogle, byLocal]) {
      expect(JSON.stringify(body)).not.toMatch(/temperature|top_?p/iu)
    }
  })

  it('requests no reasoning from models without it', async () => {
    await models.ask(['openai:gpt-4o'])
    expect(models.server.requests[0]?.body).not.toHaveProperty('reasoning')
  })

  it.each([openai, anthropic, google, local])(
    'sends the schema once to %s, and in words once it was missed',
    async (name) => {
      models.server.play([wrongShape])
      await models.ask([name])
      const [first, second] = models.server.requests
      expect(JSON.stringify(first?.body).split('"points":').length).toBe(2)
      expect(first?.schema).not.toBeNull()
      expect(systemOf(0)).not.toContain('JSON schema')
      expect(second?.schema).toBeNull()
      expect(systemOf(1)).toContain('JSON schema')
    },
  )
})

describe('a plainer dialect', () => {
  const first: Dialect = { format: 'schema', words: false, reasoning: true, limit: 'roomy' }

  it.each<[string, Partial<Dialect> | null]>([
    ["Unknown parameter: 'reasoning_effort'", { reasoning: false }],
    ['thinkingConfig is not supported', { reasoning: false }],
    ['max_tokens: 9192 > 4096', { limit: 'exact' }],
    ['json_schema is not supported', { format: 'json', words: true }],
    ['Invalid messages', null],
  ])('after: %s', (complaint, change) => {
    expect(plainer(first, complaint)).toEqual(change === null ? null : { ...first, ...change })
  })
})

it('closes every object of a schema and requires every field', () => {
  const schema = z.object({ list: z.array(z.object({ text: z.string(), at: z.int().optional() })) })
  expect(jsonSchemaOf(schema)).toMatchObject({
    additionalProperties: false,
    properties: { list: { items: { additionalProperties: false, required: ['text', 'at'] } } },
  })
})
