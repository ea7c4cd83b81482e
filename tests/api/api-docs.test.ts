import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from '../../src/shared/api/calls.ts'
import type { CallContract } from '../../src/shared/api/contract.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const operationSchema = z.object({
  summary: z.string().min(1),
  description: z.string().optional(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  requestBody: z.unknown().optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
})
const documentSchema = z.object({
  openapi: z.string().startsWith('3.'),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  components: z.object({ securitySchemes: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
})

/** Everything that API tokens may do, by scope. All else is for browsers. */
const tokenRoutes = [
  'ask: POST /api/questions',
  'ask: POST /api/summaries/{id}/questions',
  'create: POST /api/files/process',
  'create: POST /api/files/upload-url',
  'create: POST /api/summaries',
  'create: POST /api/summaries/{id}/redo',
  'create: POST /api/summaries/{id}/retry',
  'read: GET /api/questions',
  'read: GET /api/questions/{id}',
  'read: GET /api/questions/{id}/events',
  'read: GET /api/stats',
  'read: GET /api/summaries',
  'read: GET /api/summaries/export',
  'read: GET /api/summaries/{id}',
  'read: GET /api/summaries/{id}/events',
  'read: GET /api/summaries/{id}/export',
  'read: GET /api/summaries/{id}/questions',
  'read: GET /api/summaries/{id}/source',
  'read: GET /api/summaries/{id}/source/find',
  'read: GET /api/summaries/{id}/source/map',
  'read: GET /api/summaries/{id}/suggested-questions',
  'read: GET /api/summarizer',
]

const described = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

describe('API description', () => {
  let document: z.infer<typeof documentSchema>
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    document = documentSchema.parse((await test.visitor().get('/api/docs/json')).json())
  })

  it.each(Object.entries<CallContract>(calls))('contains %s with its input and every response', (_, call) => {
    const operation = document.paths[described(call.path)]?.[call.method.toLowerCase()]
    expect(operation?.summary).toBe(call.summary)
    const answers = Object.keys(operation?.responses ?? {})
    expect(answers.sort()).toEqual([...Object.keys(call.responses), '4XX', '5XX'].sort())
    expect(operation?.requestBody !== undefined).toBe(call.body !== undefined)
    for (const name of call.path.matchAll(/:(\w+)/g)) {
      expect(operation?.parameters).toContainEqual(expect.objectContaining({ name: name[1], in: 'path' }))
    }
    expect(operation?.responses['4XX']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    })
  })

  it('explains how a file becomes a summary', () => {
    const told = JSON.stringify(document.paths['/api/files/upload-url']?.post)
    for (const step of ['PUT', 'uploadURL', '/api/files/process', 'POST /api/summaries']) expect(told).toContain(step)
  })

  it('describes the events of a summary', () => {
    const operation = document.paths['/api/summaries/{id}/events']?.get
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(['200', '4XX', '5XX'])
    const events = JSON.stringify(operation?.responses['200']?.content?.['text/event-stream'])
    for (const type of ['progress', 'partial', 'ready', 'failed']) expect(events).toContain(`"${type}"`)
  })

  it('contains the redirect of /api/login', () => {
    expect(Object.keys(document.paths['/api/login']?.get?.responses ?? {})).toEqual(['302'])
  })

  it('explains each of its tags and uses no other', () => {
    const used = Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags))
    expect([...new Set(used)].sort()).toEqual(document.tags.map(({ name }) => name).sort())
  })

  it('requires the session cookie exactly where visitors get 401', async () => {
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'precis.sid' },
      token: { type: 'http', scheme: 'bearer' },
    })
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
        const upper = method.toUpperCase() as 'GET' | 'POST' | 'DELETE'
        const { statusCode } = await test.visitor().request(upper, url)
        const secured = operation.security !== undefined
        expect({ operation: `${upper} ${path}`, secured }).toEqual({
          operation: `${upper} ${path}`,
          secured: statusCode === 401,
        })
      }
    }
  })

  it('allows API tokens exactly where a call or route has a scope', () => {
    const scopes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { security }]) => {
        const token = security?.find((scheme) => 'token' in scheme)?.['token']
        return token === undefined ? [] : [`${token.join()}: ${method.toUpperCase()} ${path}`]
      }),
    )
    expect(scopes.sort()).toEqual(tokenRoutes)
  })

  it('is the file in docs; npm test -- api-docs -u writes it', async () => {
    const served = (await test.visitor().get('/api/docs/json')).json()
    await expect(`${JSON.stringify(served, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json')
  })

  it('is shown on a page with working scripts', async () => {
    const visitor = test.visitor()
    const page = await visitor.get('/api/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const scripts = [...page.body.matchAll(/<script src="([^"]+)"/g)].map(([, source = '']) => source)
    expect(scripts.length).toBeGreaterThan(0)
    for (const source of scripts) {
      const { pathname } = new URL(source, 'http://localhost/api/docs/')
      expect((await visitor.get(pathname)).statusCode).toBe(200)
    }
  })

  it('describes invalid ids consistently', async () => {
    const client = await test.register()
    for (const url of ['/api/summaries/17', '/api/summaries/17/events']) {
      const response = await client.get(url)
      expect([response.statusCode, response.json().message]).toEqual([400, 'Not an id.'])
    }
  })
})
