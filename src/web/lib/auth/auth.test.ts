import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../../../shared/account/accounts.ts'
import { fetchCurrentUser, useAuth } from './auth-context.tsx'

afterEach(() => void vi.unstubAllGlobals())

describe('useAuth', () => {
  it('throws outside its provider', () => {
    const Screen = () => useAuth().user?.email ?? null
    expect(() => renderToStaticMarkup(createElement(Screen))).toThrow('useAuth must be used within an AuthProvider.')
  })
})

describe('fetchCurrentUser', () => {
  const ada: User = {
    id: '7d0f5d2c-9a55-4c25-9d4f-0f2f4a4a0c11',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    profileImageUrl: null,
    authProvider: 'local',
    emailVerified: true,
    subscriptionPlan: null,
    subscriptionExpiresAt: null,
    summariesUsed: 0,
    questionsUsed: 0,
    audioMinutesUsed: 0,
    exportsUsed: 0,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
  }

  /** Fetches the user in a browser with these cookies. */
  async function ask(cookies: string, known: User | null, answer: () => Response) {
    const fetcher = vi.fn<typeof fetch>(async () => answer())
    const written: string[] = []
    vi.stubGlobal('fetch', fetcher)
    vi.stubGlobal('document', {
      get cookie() {
        return cookies
      },
      set cookie(cookie: string) {
        written.push(cookie)
      },
    })
    const user = await fetchCurrentUser(new AbortController().signal, known)
    return { user, written, asked: fetcher.mock.calls.map(([path]) => path) }
  }
  const signedIn = 'precis.signed-in=1'

  it('sends no request in a browser that never signed in', async () => {
    expect(await ask('', null, () => new Response('{}', { status: 401 }))).toEqual({
      user: null,
      written: [],
      asked: [],
    })
  })

  it('returns the signed-in user', async () => {
    expect(await ask(signedIn, null, () => Response.json(ada))).toEqual({
      user: ada,
      written: [],
      asked: ['/api/auth/user'],
    })
  })

  it('returns null for a 401, and sends no further request', async () => {
    const refused = () => Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 })
    expect(await ask(signedIn, ada, refused)).toEqual({
      user: null,
      written: ['precis.signed-in=; Path=/; Max-Age=0', '__Host-precis.signed-in=; Path=/; Max-Age=0; Secure'],
      asked: ['/api/auth/user'],
    })
  })

  it.each<[string, () => Response]>([
    ['a server error', () => new Response('<html>Bad Gateway</html>', { status: 502 })],
    ['another rejection', () => Response.json({ message: 'No.', code: 'forbidden' }, { status: 403 })],
    ['a missing response', () => Response.error()],
  ])('returns null on %s at first, and later the known user', async (_, answer) => {
    expect(await ask(signedIn, null, answer)).toMatchObject({ user: null, written: [] })
    expect(await ask(signedIn, ada, answer)).toMatchObject({ user: ada, written: [] })
  })
})
