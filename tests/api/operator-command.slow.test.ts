import { afterEach, describe, expect, it } from 'vitest'
import { precis } from '../support/command.ts'
import { type ServerProcess, signIn, startServer } from '../support/process.ts'
import { openBundledHome, openServerHome, postmasterOf } from '../support/server-home.ts'

const ADA = 'Ada@example.com'
const show = ['users', 'show', 'ada@EXAMPLE.com', '--json']
const give = (plan: string): string[] => ['users', 'set-plan', ADA, plan, '--reason', 'Test', '--json']

describe('operator commands in separate processes', () => {
  const open: (() => Promise<unknown>)[] = []
  const start = async (env: Record<string, string>): Promise<ServerProcess> => {
    const server = await startServer(env)
    open.unshift(async () => server.stop('SIGKILL'))
    return server
  }
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

  it('reach the bundled database while a server runs, after it was killed, and after it stopped', async () => {
    const home = await openBundledHome()
    open.unshift(async () => home.remove())
    const { env } = home
    const server = await start(env)
    await signIn(server.origin, ADA)
    const [shown, given] = await Promise.all([precis(show, env), precis(give('lite'), env)])
    expect([shown, given]).toMatchObject([
      { errors: '', code: 0 },
      { errors: '', code: 0 },
    ])
    expect(shown?.json()).toMatchObject({ email: ADA })
    expect(shown?.output).not.toMatch(/password|argon2|token/i)

    const nobody = await precis(['users', 'show', 'nobody@example.com', '--json'], env)
    const message = 'No user has the email address nobody@example.com.'
    expect(nobody).toMatchObject({ code: 1, errors: `precis: ${message}\n` })
    expect(nobody.json()).toEqual({ error: { code: 'not_found', message } })

    await server.stop('SIGKILL')
    expect((await precis(show, env)).json()).toMatchObject({ plan: { id: 'lite', source: 'operator' } })
    const next = await start(env)
    expect(await precis(show, env)).toMatchObject({ code: 0, errors: '' })
    expect(await next.stop('SIGTERM')).toBe(0)
    expect(await Promise.all([precis(give('pro'), env), precis(show, env)])).toMatchObject([
      { code: 0, errors: '' },
      { code: 0, errors: '' },
    ])
    expect(postmasterOf(home.dataDir)).toBeNull()
  }, 180_000)

  it('reach PostgreSQL beside running servers, and print their usage', async () => {
    const home = await openServerHome()
    open.unshift(async () => home.remove())
    const server = await start(home.env)
    await signIn(server.origin, ADA)
    const given = await precis(give('elite'), home.env)
    expect(given).toMatchObject({ code: 0, errors: '' })
    expect(given.json()).toMatchObject({ email: ADA, from: null, to: 'elite', changed: true })
    const misused = await precis(['users', 'show'], home.env)
    expect(misused).toMatchObject({ code: 2, output: '', errors: "error: missing required argument 'WHO'\n" })
  }, 120_000)
})
