import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../../src/server/db/open-postgres.ts'
import { startEchoServers } from '../../support/attacks/echo-servers.ts'
import { allRows, jobRows } from '../../support/attacks/rows.ts'
import { freePort, type ServerProcess, signIn, spawnServer, startServer } from '../../support/process.ts'
import { openServerHome } from '../../support/server-home.ts'
import { forSuite } from '../../support/suite.ts'
import { tidePools } from '../../support/texts.ts'

/** A unique value for each secret setting. */
const secrets: Record<string, string> = {
  SESSION_SECRET: 'canary+session/secret of more than thirty-two characters',
  OPENAI_API_KEY: 'canary-of-openai',
  ANTHROPIC_API_KEY: 'canary-of-anthropic',
  GOOGLE_GENERATIVE_AI_API_KEY: 'canary-of-gemini',
  LOCAL_AI_KEY: 'canary-of-local',
  STRIPE_SECRET_KEY: 'sk_test_canaryofstripe',
  STRIPE_WEBHOOK_SECRET: 'whsec_canaryofevents',
  GOOGLE_CLIENT_SECRET: 'canary-of-sign-in',
  AWS_SECRET_ACCESS_KEY: 'canary-of-files',
  METRICS_TOKEN: 'canary-of-metrics-of-thirty-two-characters',
}
const inAddresses = { mail: 'canary-of-mail', proxy: 'canary-of-proxy', database: 'canary-of-database' }
const user = { email: 'canary.person@example.com', password: 'correct horse' }

/** Encodings in which a secret could be repeated. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

/** Lines of a text that contain a secret in any encoding. */
const linesWith = (text: string, hidden: readonly string[]): string[] =>
  text.split('\n').filter((line) => hidden.flatMap(formsOf).some((form) => line.includes(form)))

/** Starts a server that cannot start, and returns its output. */
async function failedStart(env: Record<string, string>): Promise<string> {
  const server = spawnServer(await freePort(), env)
  await new Promise((resolve) => server.child.once('exit', resolve))
  expect(server.child.exitCode).toBe(1)
  return server.output()
}

describe('secrets of a server that cannot start', () => {
  const hidden = [...Object.values(secrets), ...Object.values(inAddresses)]

  it('are not printed when settings are invalid', async () => {
    const said = await failedStart({
      ...secrets,
      NODE_ENV: 'production',
      PORT: 'canary-of-files',
      STRIPE_SECRET_KEY: 'pk_canary-of-openai',
      STRIPE_WEBHOOK_SECRET: 'canary-of-gemini',
      DATABASE_URL: `mysql://ada:${inAddresses.database}@127.0.0.1/precis`,
      SMTP_URL: `http://ada:${inAddresses.mail}@127.0.0.1`,
      OUTBOUND_PROXY_URL: `socks5://ada:${inAddresses.proxy}@127.0.0.1`,
      OPENAI_BASE_URL: 'http://ada:canary-of-local@127.0.0.1/v1',
      S3_ENDPOINT: 'canary-of-sign-in',
    })
    expect(said).toContain('Precis cannot start with this configuration')
    for (const name of ['PORT', 'STRIPE_SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'OUTBOUND_PROXY_URL'])
      expect(said).toContain(name)
    expect(linesWith(said, hidden)).toEqual([])
  })

  it('are not printed when the database is unavailable or rejects them', async () => {
    const home = await openServerHome()
    const wrong = new URL(home.env.DATABASE_URL ?? '')
    wrong.password = inAddresses.database
    const nobody = `postgres://ada:${inAddresses.database}@127.0.0.1:1/precis`
    for (const DATABASE_URL of [nobody, wrong.href]) {
      const said = await failedStart({
        ...home.env,
        ...secrets,
        GOOGLE_CLIENT_ID: 'a client',
        NODE_ENV: 'development',
        DATABASE_URL,
      })
      expect(said).toMatch(/ECONNREFUSED|authentication failed/)
      expect(linesWith(said, hidden)).toEqual([])
    }
    await home.remove()
  })
})

describe('secrets of a server whose services reject and repeat them', () => {
  let server: ServerProcess
  let hidden: string[]
  /** All responses. */
  const answers: string[] = []
  const echoes = forSuite(async () => startEchoServers())
  const home = forSuite(async () => openServerHome())
  beforeAll(async () => {
    hidden = [
      ...Object.values(secrets),
      inAddresses.mail,
      inAddresses.proxy,
      new URL(home.env.DATABASE_URL ?? '').password,
    ]
    const { origin, proxyPort, smtpPort } = echoes
    server = await startServer({
      ...home.env,
      ...secrets,
      NODE_ENV: 'development',
      LOG_LEVEL: 'trace',
      AI_MODELS: 'openai:gpt-5,anthropic:claude-sonnet-5,google:gemini-3-pro,local:llama',
      OPENAI_BASE_URL: `${origin}/openai`,
      ANTHROPIC_BASE_URL: `${origin}/anthropic`,
      GOOGLE_GENERATIVE_AI_BASE_URL: `${origin}/gemini`,
      LOCAL_AI_URL: `${origin}/local`,
      STRIPE_API_URL: origin,
      GOOGLE_CLIENT_ID: 'precis-test',
      GOOGLE_ISSUER: `${origin}/google`,
      SMTP_URL: `smtp://ada:${inAddresses.mail}@127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Precis <no-reply@precis.example>',
      OUTBOUND_PROXY_URL: `http://ada:${inAddresses.proxy}@127.0.0.1:${proxyPort}`,
      AWS_ACCESS_KEY_ID: 'AKIDOFNOBODY',
      S3_BUCKET: 'files',
      S3_ENDPOINT: origin,
    })
  })
  afterAll(async () => server.stop('SIGKILL'))

  type Ask = Awaited<ReturnType<typeof signIn>>
  const keep = async (answer: Response): Promise<Response> => {
    const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie')
    answers.push(`${answer.status} ${JSON.stringify(headers)} ${await answer.clone().text()}`)
    return answer
  }

  /** A completed Google sign-in, without a real provider. */
  async function signInElsewhere(): Promise<void> {
    const begun = await keep(await fetch(`${server.origin}/api/auth/google`, { redirect: 'manual' }))
    const state = new URL(begun.headers.get('location') ?? '', server.origin).searchParams.get('state') ?? ''
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const back = `${server.origin}/api/auth/google/callback?code=canary-of-a-code&state=${state}`
    await keep(await fetch(back, { redirect: 'manual', headers: { cookie } }))
  }

  async function useEverything(ask: Ask): Promise<void> {
    await keep(await ask('POST', '/api/summaries', { content: tidePools }))
    await keep(await ask('POST', '/api/summaries', { url: 'http://public.example/words' }))
    await keep(await ask('POST', '/api/create-subscription', { plan: 'pro' }))
    await keep(await ask('GET', '/api/subscription/details'))
    await keep(await ask('POST', '/api/forgot-password', { email: user.email }))
    const target = await ask('POST', '/api/files/upload-url', { fileName: 'notes.pdf', size: 10 })
    const { objectPath } = (await target.clone().json()) as { objectPath: string }
    await keep(target)
    await keep(await ask('POST', '/api/files/process', { fileUrl: objectPath }))
    await keep(await ask('POST', '/api/summaries', { fileUrl: objectPath }))
    const signed = { 'stripe-signature': 't=1,v1=00' }
    await keep(await ask('POST', '/api/webhooks/stripe', { id: 'evt_1' }, signed))
    await keep(await ask('GET', '/metrics'))
    await signInElsewhere()
  }

  it('appear in no response, log line or row', async () => {
    const ask = await signIn(server.origin, user.email)
    await useEverything(ask)
    // Each service received its key, otherwise this proves nothing.
    const services = ['openai', 'anthropic', 'gemini', 'local', 'v1', 'files', 'proxy', 'mail']
    await expect.poll(() => services.filter((name) => !echoes.asked.has(name))).toEqual([])
    await expect.poll(() => server.output()).toMatch(/535/)

    const database = await openPostgres(home.env.DATABASE_URL ?? '', () => {})
    const rows = [JSON.stringify(await allRows(database)), await jobRows(database)].join('\n')
    await database.close()
    expect(rows).toContain(user.email)
    expect(linesWith(rows, hidden)).toEqual([])
    expect(linesWith(rows, [user.password, 'canary-of-a-code'])).toEqual([])
    expect(linesWith(answers.join('\n'), hidden)).toEqual([])
    expect(linesWith(server.output(), [...hidden, user.email, user.password, 'canary-of-a-code', 'Carrow'])).toEqual([])
  })

  it('appear nowhere when the database becomes unavailable', async () => {
    const url = new URL(home.env.DATABASE_URL ?? '')
    const name = url.pathname.slice(1)
    const ask = await signIn(server.origin, user.email)
    const other = new URL(url)
    other.pathname = '/postgres'
    const client = new Client({ connectionString: other.href })
    await client.connect()
    await client.query(`alter database "${name}" allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    try {
      const answer = await keep(await ask('POST', '/api/summaries', { content: tidePools }))
      expect(answer.status).toBeGreaterThanOrEqual(500)
      await keep(await ask('GET', '/api/account'))
    } finally {
      await client.query(`alter database "${name}" allow_connections true`)
      await client.end()
    }
    expect(server.output()).toMatch(/not currently accepting connections|terminating connection/)
    expect(linesWith(answers.join('\n'), hidden)).toEqual([])
    expect(linesWith(server.output(), [...hidden, user.email, user.password, 'Carrow'])).toEqual([])
  })
})
