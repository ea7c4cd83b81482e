import { beforeAll, describe, expect, it } from 'vitest'
import { unknownId } from '../../support/attacks/routes.ts'
import { keepLog } from '../../support/log.ts'
import { startTestProduct, type TestClient } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

/** Log line of a rejected request. */
const linesAbout = (text: string, requestId: unknown): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.includes(`"reqId":"${String(requestId)}"`) && line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('log lines of rejected requests', () => {
  const { log, text } = keepLog()
  let user: TestClient
  let id: string
  const test = forSuite(async () => startTestProduct({ log }))
  beforeAll(async () => {
    user = await test.register('ada@example.com')
    id = (await user.get('/api/auth/user')).json().id
  })

  it('contain the code, the route and the account', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const asked = [
      [user, 'GET', `/api/summaries/${unknownId}`, {}, 404, 'not_found', id],
      [user, 'POST', '/api/files/upload-url', {}, 403, 'upgrade_required', id],
      [user, 'POST', '/api/summaries', {}, 400, 'invalid_input', id],
      [test.visitor(), 'GET', '/api/summaries', {}, 401, 'unauthorized', null],
      [test.visitor(), 'POST', '/api/auth/logout', foreign, 403, 'cross_site_request', null],
      [test.visitor(), 'GET', '/api/%zz', {}, 400, 'invalid_input', null],
    ] as const
    const body = { fileName: 'a.epub', size: 1 }
    for (const [client, method, url, headers, status, code, userId] of asked) {
      const answer = await client.request(method, url, method === 'POST' ? body : undefined, headers)
      const lines = linesAbout(text(), answer.headers['x-request-id'])
      expect({ url, lines }).toMatchObject({ url, lines: [{ level: 30, method, status, code, userId }] })
    }
  })

  it('differ from those of successful requests, which name no account', async () => {
    const answer = await user.get('/api/summaries')
    const [line] = linesAbout(text(), answer.headers['x-request-id'])
    expect(line).toMatchObject({ status: 200, time: expect.any(Number) })
    expect(Object.keys(line!)).not.toEqual(expect.arrayContaining(['code']))
    expect(JSON.stringify(line)).not.toContain(id)
  })

  it('cannot be forged', async () => {
    const forged = '\r\n{"level":30,"event":"sign_in","userId":"forged"}'
    await user.get(`/api/nowhere/${encodeURIComponent(forged)}`)
    await user.post('/api/auth/login', { email: `a${forged}@example.com`, password: forged }, { 'user-agent': 'x' })
    const lines = text().split('\n').filter(Boolean)
    expect(lines.filter((line) => (JSON.parse(line) as { userId?: unknown }).userId === 'forged')).toEqual([])
  })
})
