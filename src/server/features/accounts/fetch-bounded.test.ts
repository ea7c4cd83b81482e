import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { fetchBounded } from './fetch-bounded.ts'

let server: Server
afterEach(() => void server.close())

async function serve(bytes: number): Promise<string> {
  server = createServer((_request, response) => {
    response.writeHead(bytes === 0 ? 204 : 200, { 'x-kept': 'yes' }).end(Buffer.alloc(bytes, 'x'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const options = { body: undefined, headers: {}, method: 'GET', redirect: 'manual' } as const

it('returns the response unchanged, even if it is empty', async () => {
  const response = await fetchBounded(await serve(1000), options)
  expect([response.status, response.headers.get('x-kept'), (await response.text()).length]).toEqual([200, 'yes', 1000])
  server.close()
  expect((await fetchBounded(await serve(0), options)).status).toBe(204)
})

it('rejects a response that is too long', async () => {
  await expect(fetchBounded(await serve(300_000), options)).rejects.toThrow('too long')
})
