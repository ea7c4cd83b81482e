import { eq } from 'drizzle-orm'
import type { Database } from '../../src/server/db/database.ts'
import { users } from '../../src/server/db/schema/index.ts'

/** A cookie in the browser's format. */
export interface BrowserCookie {
  name: string
  value: string
  url: string
}

const headers = { 'content-type': 'application/json' }

const texts = ['harbor', 'library', 'canal', 'orchard', 'ferry', 'archive', 'valley'].map((place) =>
  [`The ${place} was measured in spring, and nobody had asked for it. `, `What the ${place} cost was paid twice. `]
    .map((line) => line.repeat(4))
    .join('\n\n'),
)

/** A signed-in user. */
export interface Reader {
  userId: string
  /** Cookies of their browser. */
  cookies: BrowserCookie[]
}

/** Registers a user on the Pro plan. */
export async function register(origin: string, { db }: Pick<Database, 'db'>, email: string): Promise<Reader> {
  const registered = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'correct horse', firstName: 'Ada', lastName: 'Byron' }),
  })
  const cookies = registered.headers.getSetCookie().map((line) => {
    const pair = line.split(';')[0]!
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
  })
  const [user] = await db
    .update(users)
    .set({ subscriptionPlan: 'pro' })
    .where(eq(users.email, email))
    .returning({ userId: users.id })
  if (user === undefined) throw new Error(`Nobody was registered: ${registered.status} ${await registered.text()}`)
  return { ...user, cookies }
}

/** Registers a user with a few summaries, and returns the cookies of their browser. */
export async function registerReader(origin: string, database: Pick<Database, 'db'>): Promise<BrowserCookie[]> {
  const { cookies } = await register(origin, database, 'bench@example.com')
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const content of texts) {
    const made = await fetch(`${origin}/api/summaries`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify({ content }),
    })
    if (made.status !== 201) throw new Error(`A summary was not made: ${made.status} ${await made.text()}`)
  }
  return cookies
}
