import type { Database } from '../../src/server/db/database.ts'
import { users } from '../../src/server/db/schema/index.ts'

/** A cookie as browsers are given it. */
export interface BrowserCookie {
  name: string
  value: string
  url: string
}

const texts = ['harbor', 'library', 'canal', 'orchard', 'ferry', 'archive', 'valley'].map((place) =>
  [`The ${place} was measured in spring, and nobody had asked for it. `, `What the ${place} cost was paid twice. `]
    .map((line) => line.repeat(4))
    .join('\n\n'),
)

/** Registers a person who has made a few summaries, and gives the cookies of their browser. */
export async function registerReader(origin: string, { db }: Database): Promise<BrowserCookie[]> {
  const headers = { 'content-type': 'application/json' }
  const registered = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      email: 'bench@example.com',
      password: 'correct horse',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
  })
  const pairs = registered.headers.getSetCookie().map((line) => line.split(';')[0]!)
  await db.update(users).set({ subscriptionPlan: 'pro' })
  for (const content of texts) {
    const made = await fetch(`${origin}/api/summaries`, {
      method: 'POST',
      headers: { ...headers, cookie: pairs.join('; ') },
      body: JSON.stringify({ content }),
    })
    if (made.status !== 201) throw new Error(`A summary was not made: ${made.status} ${await made.text()}`)
  }
  return pairs.map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
  })
}
