import { afterEach, describe, expect, it, vi } from 'vitest'
import { callApi, callApiWithHeaders, request, session } from './client.ts'

function answer(make: (init: RequestInit) => Response | Promise<Response>) {
  const fetcher = vi.fn<typeof fetch>(async (_, init) => make(init ?? {}))
  vi.stubGlobal('fetch', fetcher)
  return fetcher
}

afterEach(() => void vi.unstubAllGlobals())

describe('callApi', () => {
  it('fills the path, sends cookies, query, body and headers, and parses the response', async () => {
    const fetcher = answer(() => new Response('{"title":"n"}', { headers: { link: '</next>; rel="next"' } }))
    const { data, headers } = await callApiWithHeaders('renameSummary', {
      params: { id: 'a/b' },
      query: { q: 'x y', none: undefined, limit: 5 },
      body: { title: 'n' },
      headers: { prefer: 'respond-async' },
    })
    expect(data).toEqual({ title: 'n' })
    expect(headers.get('link')).toBe('</next>; rel="next"')
    expect(fetcher).toHaveBeenCalledExactlyOnceWith('/api/summaries/a%2Fb?q=x+y&limit=5', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: '{"title":"n"}',
      credentials: 'include',
    })
  })

  it('accepts an empty response', async () => {
    answer(() => new Response(null, { status: 204 }))
    await expect(callApi('deleteSummary', { params: { id: '1' } })).resolves.toBeUndefined()
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
    await expect(callApi('deleteSummary', { params: { id: '1' }, handlesExpiry: true })).rejects.toThrow('401')
    expect(listener).not.toHaveBeenCalled()
    await expect(callApi('deleteSummary', { params: { id: '1' } })).rejects.toThrow('401')
    expect(listener).toHaveBeenCalledTimes(1)
    answer(() => new Response('{"message":"Invalid email or password."}', { status: 401 }))
    await expect(callApi('deleteSummary', { params: { id: '1' } })).rejects.toThrow('401')
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

  it('rejects a response that isn’t JSON', async () => {
    answer(() => new Response('<html>'))
    await expect(callApi('deleteSummary', { params: { id: '1' } })).rejects.toMatchObject({ code: 'internal' })
  })
})
