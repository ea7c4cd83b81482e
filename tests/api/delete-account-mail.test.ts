import { describe, expect, it } from 'vitest'
import { startMailedProduct } from '../support/mail.ts'

describe('farewell email', () => {
  it('is sent only after the account was deleted', async () => {
    const test = await startMailedProduct()
    const email = 'last-letter@example.com'
    const client = await test.register(email)
    await test.nextMail(email)
    expect((await client.post('/api/account/delete', { currentPassword: 'a wrong guess' })).statusCode).toBe(403)
    expect((await client.post('/api/account/delete', { currentPassword: 'correct horse' })).statusCode).toBe(204)
    expect(await test.nextMail(email)).toMatchObject({ subject: 'Your Precis account was deleted' })
    expect(test.mailsTo(email)).toHaveLength(2)
    await test.close()
  })
})
