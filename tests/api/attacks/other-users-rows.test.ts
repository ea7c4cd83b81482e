import type { Response } from 'light-my-request'
import { beforeAll, describe, expect, it } from 'vitest'
import { bodies } from '../../support/attacks/bodies.ts'
import { isUnsafe, nameOf, pathWith, type Route, routesOf, unknownId } from '../../support/attacks/routes.ts'
import { allRows } from '../../support/attacks/rows.ts'
import { makeVictim, type Victim } from '../../support/attacks/victim.ts'
import { startTestProduct, type TestClient } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'
import { requestUpload } from '../../support/uploads.ts'

/** Kind of the id in a path, by its prefix. A new kind of route fails the first test. */
const kinds: [prefix: string, idOf: (victim: Victim) => string][] = [
  ['/api/summaries/:id', ({ summaryId }) => summaryId],
  ['/api/questions/:id', ({ questionId }) => questionId],
  ['/api/files/uploads/:id', ({ upload }) => upload.id],
  ['/api/account/sessions/:id', ({ sessionId }) => sessionId],
  ['/api/account/tokens/:id', ({ token }) => token.id],
]
const kindOf = ({ path }: Route) => kinds.find(([prefix]) => path.startsWith(prefix))?.[1]

/** Query or suffix needed for the id to be read. */
function queryOf({ path }: Route): string {
  if (path.endsWith('/export')) return '?format=markdown'
  if (path.endsWith('/find')) return '?q=tide'
  return path.includes('uploads') ? `?expires=4102444800&signature=${'A'.repeat(43)}` : ''
}

/** Bodies that the routes need to look at the id. */
const bodyOf: Record<string, object> = {
  'PUT /api/summaries/:id/share': bodies.putShare,
  'POST /api/summaries/:id/redo': bodies.redoSummary,
  'PATCH /api/summaries/:id': bodies.renameSummary,
  'POST /api/summaries/:id/questions': bodies.askSource,
}

/** A response without its request id. */
const said = (response: Response) => {
  const { requestId: _, ...body } = response.json() as Record<string, unknown>
  const { 'x-request-id': __, date: ___, ...headers } = response.headers
  return { status: response.statusCode, body, headers }
}

describe('other users’ rows', () => {
  let victim: Victim
  let stranger: TestClient
  let withId: Route[]
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    victim = await makeVictim(test)
    stranger = await test.register('stranger@example.com')
    // Tokens of public links are not ids; tests/api/sharing.test.ts covers their routes.
    withId = routesOf(test).filter(({ path }) => path.includes(':') && !path.startsWith('/api/shared/'))
  })

  it('have ids of known kinds in every route', () => {
    expect(withId.length).toBeGreaterThan(5)
    expect(withId.filter((route) => kindOf(route) === undefined).map(nameOf)).toEqual([])
  })

  it('look like rows that never existed, and stay unchanged', async () => {
    const before = await allRows(test.database)
    for (const route of withId) {
      const ask = async (id: string) => {
        return stranger.request(
          route.method as 'GET',
          `${pathWith(route.path, id)}${queryOf(route)}`,
          bodyOf[nameOf(route)],
        )
      }
      const [theirs, none] = [await ask(kindOf(route)!(victim)), await ask(unknownId)]
      expect([nameOf(route), theirs.statusCode]).toEqual([nameOf(route), 404])
      if (route.method !== 'HEAD') expect(said(theirs)).toEqual(said(none))
    }
    expect(await allRows(test.database)).toEqual(before)
  })

  it('are not looked up for visitors', async () => {
    for (const route of withId.filter(({ path, method }) => !path.includes('uploads') && method !== 'HEAD')) {
      for (const id of [kindOf(route)!(victim), unknownId, 'no id']) {
        const response = await test.visitor().request(route.method as 'GET', pathWith(route.path, encodeURI(id)))
        expect([nameOf(route), response.statusCode, response.json().message]).toEqual([
          nameOf(route),
          401,
          'Unauthorized',
        ])
      }
    }
  })

  it('cannot be named in a body either', async () => {
    const before = await allRows(test.database)
    const own = await requestUpload(stranger, { fileName: 'own.pdf', size: 10 })
    const unknown = own.objectPath.replace(/[\da-f-]{36}/, unknownId)
    for (const url of ['/api/files/process', '/api/summaries']) {
      const none = said(await stranger.post(url, { fileUrl: unknown }))
      expect(none.status).toBe(404)
      for (const fileUrl of [victim.upload.objectPath, victim.upload.uploadURL]) {
        expect(said(await stranger.post(url, { fileUrl }))).toEqual(none)
      }
    }
    const rows = await allRows(test.database)
    expect(rows.summaries).toEqual(before.summaries)
    expect(rows.uploads?.filter((row) => row.id === victim.upload.id)).toEqual(
      before.uploads?.filter((row) => row.id === victim.upload.id),
    )
  })

  it('cannot be reached with an owner parameter', async () => {
    const reads = routesOf(test).filter(
      (route) =>
        !isUnsafe(route) &&
        route.method === 'GET' &&
        route.path.startsWith('/api/') &&
        !/:|\*|google|login|docs|unreadable/.test(route.path),
    )
    for (const { path } of reads) {
      const plain = await stranger.get(path)
      const asked = await stranger.get(`${path}?userId=${victim.userId}&user_id=${victim.userId}&id=${victim.userId}`, {
        'x-user-id': victim.userId,
        'x-forwarded-user': victim.userId,
      })
      expect([path, asked.statusCode]).toEqual([path, plain.statusCode])
      expect(asked.body).not.toContain(victim.userId)
      expect(asked.body).not.toContain(victim.summaryId)
      expect(asked.body).not.toContain(victim.email)
    }
  })
})
