import { describe, expect, it } from 'vitest'
import { makeToken, sendWith } from '../support/api-tokens.ts'
import { keepLog } from '../support/log.ts'
import { runOperator } from '../support/operator.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

describe('users signed out by operators', () => {
  const { log, text } = keepLog()
  const test = forSuite(async () => startTestProduct({ log }))

  const signOut = async (...args: string[]) => runOperator(test, ['users', 'sign-out', ...args])
  const status = async (client: TestClient): Promise<number> => (await client.copy().get('/api/auth/user')).statusCode

  it('lose all sessions immediately; others keep theirs', async () => {
    const [here, bystander] = [await test.register('ada@example.com'), await test.register('bystander@example.com')]
    const { id } = (await here.get('/api/auth/user')).json()
    const there = test.visitor()
    await there.post('/api/auth/login', { email: 'ada@example.com', password: 'correct horse' })
    const { text: token } = await makeToken(here)
    const dry = await signOut('ADA@example.com', '--dry-run')
    expect(dry).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('signed out of 2 browsers, with 1 API token revoked.'),
    })
    expect([await status(here), await status(there)]).toEqual([200, 200])

    expect((await signOut(id)).output).toBe('ada@example.com was signed out of 2 browsers, with 1 API token revoked.\n')
    expect([await status(here), await status(there), await status(bystander)]).toEqual([401, 401, 200])
    expect((await sendWith(test, token, '/api/stats')).statusCode).toBe(401)
    expect(text()).toContain(`"by":"operator","sessions":2,"tokens":1,"event":"sessions_ended","userId":"${id}"`)
    expect((await signOut(id, '--json')).json()).toEqual({
      userId: id,
      email: 'ada@example.com',
      sessions: 0,
      tokens: 0,
      dryRun: false,
    })
    expect(
      (await here.post('/api/auth/login', { email: 'ada@example.com', password: 'correct horse' })).statusCode,
    ).toBe(200)
  })

  it('must exist', async () => {
    const nobody = await signOut('nobody@example.com')
    expect(nobody).toMatchObject({ errors: expect.stringContaining('No user has the email address'), output: '' })
    expect(nobody.exitCode).not.toBe(0)
  })
})
