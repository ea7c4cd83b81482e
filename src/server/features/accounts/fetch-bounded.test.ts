import { afterEach, expect, it } from 'vitest'
import { type LoopbackServer, startLoopbackServer } from '../../../../tests/standins/loopback-server.ts'
import { fetchBounded } from './fetch-bounded.ts'

let server: LoopbackServer
afterEach(async () => server.stop())

async function serve(bytes: number): Promise<string> {
  server = await startLoopbackServer((_request, response) => {
    response.writeHead(bytes === 0 ? 204 : 200, { 'x-kept': 'yes' }).end(Buffer.alloc(bytes, 'x'))
  })
  return server.origin
}

const options = { body: undefined, headers: {}, method: 'GET', redirect: 'manual' } as const

it('returns the response unchanged, even if it is empty', async () => {
  const response = await fetchBounded(await serve(1000), options)
  expect([response.status, response.headers.get('x-kept'), (await response.text()).length]).toEqual([200, 'yes', 1000])
  await server.stop()
  expect((await fetchBounded(await serve(0), options)).status).toBe(204)
})

it('rejects a response that is too long', async () => {
  await expect(fetchBounded(await serve(300_000), options)).rejects.toThrow('too long')
})
