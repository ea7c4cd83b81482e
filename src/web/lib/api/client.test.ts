import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineCall, emptySchema } from '../../../shared/api/contract.ts'
import { callApi, callApiWithHeaders, request, session } from './client.ts'

function answer(make: (init: RequestInit) => Response | Promise<Response>) {
  const fetcher = vi.fn<typeof fetch>(async (_, init) => make(init ?? {}))
  vi.stubGlobal('fetch', fetcher)
  return fetcher
}

afterEach(() => void vi.unstubAllGlobals())

const thing = defineCall({
  method: 'POST',
  path: '/things/:id',
  summary: 'For the test',
  body: z.object({ name: z.string() }),
  responses: { 200: z.object({ ok: z.boolean() }), 204: emptySchema },
})

describe('callApi', () => {
  it('fills the path, sends cookies, query, body and headers, and parses the response', async () => {
    const fetcher = answer(() => new Response('{"ok":true,"more":1}', { headers: { link: '</next>; rel="next"' } }))
    const { data, headers } = await callApiWithHeaders(thing, {
      params: { id: 'a/b' },
      query: { q: 'x y', none: undefined, limit: 5 },
      body: { name: 'n' },
      headers: { prefer: 'respond-async' },
    })
    expect(data).toEqual({ ok: true })
    expect(headers.get('link')).toBe('</next>; rel="next"')
    expect(fetcher).toHaveBeenCalledExactlyOnceWith('/things/a%2Fb?q=x+y&limit=5', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: '{"name":"n"}',
      credentials: 'include',
    })
  })

  it('accepts an empty response', async () => {
    answer(() => new Response(null, { status: 204 }))
    await expect(callApi(thing, { params: { id: '1' } })).resolves.toBeUndefined()
  })

  it('throws an ApiError for a rejection', async () => {
    answer(() => new Response('{"message":"Unauthorized"}', { status: 401 }))
    await expect(request('/x')).rejects.toMatchObject({
      name: 'ApiError',
      message: '401: {"message":"Unauthorized"}',
    })
  })

  it('announces an expired session, unless the caller handles it', async () => {
    const listener = vi.fn<() => void>()
    session.addEventListener('expired', listener)
    answer(() => new Response('{"message":"Unauthorized"}', { status: 401 }))
    await expect(callApi(thing, { params: { id: '1' }, handlesExpiry: true })).rejects.toThrow('401')
    expect(listener).not.toHaveBeenCalled()
    await expect(callApi(thing, { params: { id: '1' } })).rejects.toThrow('401')
    expect(listener).toHaveBeenCalledTimes(1)
    answer(() => new Response('{"message":"Invalid email or password."}', { status: 401 }))
    await expect(callApi(thing, { params: { id: '1' } })).rejects.toThrow('401')
    expect(listener).toHaveBeenCalledTimes(1)
    session.removeEventListener('expired', listener)
  })

  it('throws `unavailable` without a response', async () => {
    answer(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(request('/x')).rejects.toMatchObject({ name: 'AppError', code: 'unavailable' })
  })

  it('rethrows the AbortError of its signal', async () => {
    answer(({ signal }) => Promise.reject(signal?.reason))
    await expect(request('/x', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('rejects a response that doesn’t fit the schema', async () => {
    answer(() => new Response('{"ok":"yes"}'))
    await expect(callApi(thing, { params: { id: '1' } })).rejects.toMatchObject({ code: 'internal' })
  })
})
