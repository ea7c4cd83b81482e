import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { keepLog } from '../support/log.ts'
import { startTestProduct, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

const secrets = {
  email: 'canary.email@example.com',
  password: 'canary-password',
  name: 'Canaryname',
  text: 'canarytext',
  title: 'canarytitle',
  query: 'canaryquery',
  fileName: 'canaryfile',
}
const user = {
  email: secrets.email,
  password: secrets.password,
  firstName: secrets.name,
  lastName: secrets.name,
}
const pasted = { content: `${tidePools}\n\nparams: ${secrets.text}\n    at ${secrets.text}`, title: secrets.title }

describe('the log', () => {
  let test: TestProduct
  const { log, text } = keepLog()
  afterEach(async () => test.close())

  it('contains no user input, whether requests succeed or queries fail', async () => {
    test = await startTestProduct({ log })
    const run = async (statement: string) => test.database.db.execute(sql.raw(statement))
    const client = test.visitor()
    expect((await client.post('/api/auth/register', user)).statusCode).toBe(201)
    expect((await client.post('/api/summaries', pasted)).statusCode).toBe(201)
    expect((await client.get(`/api/summaries?q=${secrets.query}`)).statusCode).toBe(200)
    expect((await test.visitor().post('/api/auth/login', { ...user, password: 'x'.repeat(9) })).statusCode).toBe(401)
    expect((await client.get(`/api/nowhere?token=${secrets.query}`)).statusCode).toBe(404)
    expect((await client.get(`/api/%zz?token=${secrets.query}`)).statusCode).toBe(400)

    const target = await client.post('/api/files/upload-url', { fileName: `${secrets.fileName}.pdf` })
    const address = new URL(target.json().uploadURL)
    const path = `${address.pathname}${address.search}`
    await test.product.app.inject({ method: 'PUT', url: path, payload: `%PDF-${secrets.text}` })
    await client.post('/api/files/process', { fileUrl: target.json().objectPath, fileName: secrets.fileName })

    // This summary is finished but can't be stored; the database's error quotes the whole row.
    await run("alter table summaries add constraint never_ready check (status <> 'ready') not valid")
    expect((await client.post('/api/summaries', { ...pasted, fresh: true })).statusCode).toBe(500)
    await run('alter table summaries rename column language to tongue')
    expect((await client.post('/api/summaries', { ...pasted, fresh: true })).statusCode).toBe(500)
    expect((await client.get(`/api/summaries?q=${secrets.query}`)).statusCode).toBe(500)

    const sessionId = client.cookies.get('precis.sid')!
    await run('alter table users rename column first_name to given_name')
    expect((await client.get('/api/auth/user')).statusCode).toBe(500)
    expect((await test.visitor().post('/api/auth/register', user)).statusCode).toBe(500)
    expect((await test.visitor().post('/api/auth/login', user)).statusCode).toBe(500)

    const said = text()
    expect(said.match(/Failed query/g)?.length).toBeGreaterThanOrEqual(5)
    expect(said).toContain('never_ready')
    expect(said).toContain('insert into \\"users\\"')
    for (const secret of [
      ...Object.values(secrets),
      sessionId,
      address.searchParams.get('signature')!,
      decodeURIComponent(sessionId),
      '$argon2id$',
      'Carrow',
    ]) {
      expect(said).not.toContain(secret)
    }
  })
})

describe('URLs in the log', () => {
  it('are route patterns, whatever secret their path, query or referrer has', async () => {
    const webFiles = { 'index.html': '<!doctype html><html><head><!-- head --></head></html>' }
    const { log, text } = keepLog()
    const test = await startTestProduct({ log, webFiles })
    const client = await test.register()
    const { id } = (await client.post('/api/summaries', { content: tidePools })).json()
    const share = await client.request('PUT', `/api/summaries/${id}/share`, { includesSource: true })
    const token = new URL(share.json().url).pathname.replace('/s/', '')
    const upload = new URL((await client.post('/api/files/upload-url', { fileName: 'a.txt' })).json().uploadURL)
    const signature = upload.searchParams.get('signature')!
    const secret = 'canary-secret'
    const paths = [
      ...[token, secret].flatMap((key) => [
        `/s/${key}`,
        `/s/${key}/`,
        `/s/${key}/more`,
        `//s/${key}`,
        `/S/${key}`,
        `/s/%zz/${key}`,
        `/api/shared/${key}`,
        `/api/shared/${key}/source`,
        `/api/shared/${key}/source?limit=${key}`,
        `/api/shared/${key}/source/find?q=edith`,
        `/api/shared/${key}/nowhere`,
      ]),
      `/reset-password?token=${secret}`,
      `/verify-email?token=${secret}`,
      `/register?invitation=${secret}`,
      `/?success=true&session_id=${secret}`,
      `/subscribe?success=true&session_id=${secret}`,
      `/api/auth/google?invitation=${secret}`,
      `/api/auth/google/callback?code=${secret}&state=${secret}`,
      `/api/summaries/${secret}?token=${secret}`,
      `${upload.pathname}${upload.search}`,
      `/${secret}#${secret}`,
    ]
    const drive = async () => {
      for (const url of paths)
        for (const method of ['GET', 'PUT', 'HEAD'] as const)
          await test.product.app.inject({ method, url, headers: { referer: `http://localhost${url}` } })
    }
    await drive()
    await test.database.db.execute(sql.raw('alter table summary_shares rename column token to key'))
    await drive()
    await test.close()

    const said = text()
    expect(said).toContain('"route":"/api/shared/:token"')
    expect(said).toContain('"route":"/s/:token"')
    expect(said).toContain(`"id":"${id}"`)
    expect(said).toContain('Failed query')
    for (const one of [token, secret, signature]) expect(said).not.toContain(one)
  })
})
