import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig, readOperatorConfig, readPipelineConfig } from './config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'precis-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))
const read = (env: Record<string, string>) => readConfig({ DATA_DIR, ...env })
const secrets = {
  APP_URL: 'https://precis.example',
  SESSION_SECRET: 's'.repeat(40),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

describe('readConfig', () => {
  it('reports a data directory that cannot be written', () => {
    const file = join(DATA_DIR, 'file')
    writeFileSync(file, '')
    expect(() => read({ DATA_DIR: join(file, 'data') })).toThrow(/DATA_DIR .*file\/data cannot be written \(ENOTDIR/)
  })

  it('requires no setting', () => {
    const config = read({})
    expect(config).toMatchObject({
      production: false,
      role: 'all',
      http: {
        port: 3000,
        host: '127.0.0.1',
        appUrl: 'http://localhost:3000',
        rateLimitFactor: 1,
        connectionsPerAddress: 500,
      },
      databaseUrl: null,
      planCatalogue: 'standard',
      outbound: { allowPrivateAddresses: false, proxyUrl: null },
      youtube: { origin: 'https://www.youtube.com' },
      stripe: null,
      google: null,
      mail: null,
      s3: null,
    })
  })

  it('treats an empty value as unset', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ http: { port: 3000 }, databaseUrl: null })
  })

  it.each([
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535'],
    [{ APP_URL: 'precis.example' }, 'APP_URL must be an address such as https://precis.example'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address such as postgresql://'],
    [{ DATABASE_DIRECT_URL: 'postgres://h/d' }, 'DATABASE_URL must be set, because DATABASE_DIRECT_URL is'],
    [{ SHUTDOWN_DRAIN_SECONDS: '601' }, 'SHUTDOWN_DRAIN_SECONDS must be a whole number from 0 to 600'],
    [{ ROLE: 'both' }, 'ROLE must be all, web or worker'],
    [{ ROLE: 'worker' }, 'ROLE worker needs DATABASE_URL'],
    [{ ROLE: 'web' }, 'SESSION_SECRET must be set when ROLE is web: all machines must share it'],
    [{ PASSWORD_RULES: 'lax' }, 'PASSWORD_RULES must be basic or strict'],
    [
      { NODE_ENV: 'production', PASSWORD_RULES: 'strict', BREACHED_PASSWORDS_URL: 'http://list.example' },
      'BREACHED_PASSWORDS_URL must begin with https:// in production',
    ],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters'],
    [{ AI_MODELS: 'openai:a,nonsense' }, '"nonsense" is not'],
    [{ AI_MODELS: 'auto,local:a' }, 'AI_MODELS must be auto, or a list such as'],
    [
      { AI_MODELS: 'auto', ROLE: 'worker', DATABASE_URL: 'postgres://h/d', SESSION_SECRET: 'x'.repeat(32) },
      'AI_MODELS must name the models when ROLE is worker',
    ],
    [{ AI_MODELS: 'anthropic:a' }, 'ANTHROPIC_API_KEY must be set, because AI_MODELS names a model of anthropic'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET must be set'],
    [{ GOOGLE_ISSUER: 'https://accounts.example' }, 'GOOGLE_CLIENT_ID must be set, because GOOGLE_ISSUER is'],
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_WEBHOOK_SECRET must be set, because the other half of the pair is'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_x' }, 'STRIPE_SECRET_KEY must be set, because the other half of the pair is'],
    ...['pk_live_x', ' pk_test_x'].map((STRIPE_SECRET_KEY): [Record<string, string>, string] => [
      { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      'STRIPE_SECRET_KEY must be a secret key: one that begins with pk_ is for browsers, and can do nothing here',
    ]),
    ...['key', 'sk_x', 'sk_live_', 'sk_test_x y'].map((STRIPE_SECRET_KEY): [Record<string, string>, string] => [
      { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe, which begins with sk_test_, sk_live_, rk_test_ or rk_live_',
    ]),
    [
      { STRIPE_SECRET_KEY: 'rk_test_x', STRIPE_WEBHOOK_SECRET: 'sk_test_x' },
      'STRIPE_WEBHOOK_SECRET must be the signing secret of the address for events, which begins with whsec_',
    ],
    [{ STRIPE_API_URL: 'http://127.0.0.1:1' }, 'STRIPE_SECRET_KEY must be set, because STRIPE_API_URL is'],
    [{ SMTP_URL: 'smtp://localhost' }, 'MAIL_FROM must be set'],
    [{ MAIL_FROM: 'Precis' }, 'MAIL_FROM must be an address such as Precis <no-reply@precis.example>'],
    [{ MAIL_FROM: 'a@precis.example, b@precis.example' }, 'MAIL_FROM must be an address'],
    [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET must be set, because S3_ENDPOINT is'],
    [{ S3_REGION: 'eu-west-1' }, 'S3_BUCKET must be set, because S3_REGION is'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be a number above 0'],
    [{ FETCH_ALLOW_PRIVATE: 'maybe' }, 'FETCH_ALLOW_PRIVATE must be true or false'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be development, production or test'],
  ])('reports an invalid value: %j', (env, message) => {
    expect(() => read(env)).toThrow(message)
  })

  it.each(['no-reply@precis.example', 'Precis <no-reply@precis.example>', '<no-reply@localhost>'])(
    'takes a sender: %s',
    (from) => {
      expect(read({ SMTP_URL: 'smtp://localhost', MAIL_FROM: from }).mail?.from).toBe(from)
    },
  )

  it('trims pasted Stripe keys', () => {
    const keys = { STRIPE_SECRET_KEY: ' rk_live_x\n', STRIPE_WEBHOOK_SECRET: 'whsec_x \n' }
    expect(read(keys).stripe).toMatchObject({ secretKey: 'rk_live_x', webhookSecret: 'whsec_x' })
  })

  it('reports all invalid values together', () => {
    expect(() => read({ PORT: 'x', ROLE: 'y' })).toThrow(/PORT[\s\S]*ROLE/)
  })

  it('rejects stand-ins and unsafe settings in production', () => {
    const inProduction = (env: Record<string, string>) => () => read({ NODE_ENV: 'production', ...env })
    expect(inProduction({ DATABASE_URL: 'postgres://h/d' })).toThrow(
      /SESSION_SECRET must be set in production, because DATABASE_URL is[\s\S]*APP_URL must be set in production/,
    )
    expect(inProduction({ ...secrets, FETCH_ALLOW_PRIVATE: 'true' })).toThrow(
      'FETCH_ALLOW_PRIVATE is refused in production',
    )
    expect(inProduction({ ...secrets, RATE_LIMIT_FACTOR: '2' })).toThrow(
      'RATE_LIMIT_FACTOR above 1 is refused in production',
    )
    const google = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', GOOGLE_ISSUER: 'http://accounts.example' }
    expect(inProduction({ ...secrets, ...google })).toThrow('GOOGLE_ISSUER must begin with https:// in production')
    expect(inProduction({ ...secrets, STRIPE_WEBHOOK_SECRET: '' })).toThrow(
      /start with this configuration:\n {2}STRIPE_WEBHOOK_SECRET must be set, because the other half of the pair is$/,
    )
    for (const STRIPE_API_URL of ['http://127.0.0.1:3002', 'https://payments.example'])
      expect(inProduction({ ...secrets, STRIPE_API_URL })).toThrow('STRIPE_API_URL is refused in production')
    expect(inProduction({ ...secrets, S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3.example' })).toThrow(
      'S3_ENDPOINT must begin with https:// in production',
    )
    const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'no-reply@precis.example' }
    const signIn = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }
    expect(inProduction({ ...secrets, APP_URL: '' })).toThrow(
      /configuration:\n {2}APP_URL must be set in production: payments, emails and sign-ins lead users back there$/,
    )
    expect(inProduction({ ...secrets, APP_URL: 'http://precis.example' })).toThrow(
      'APP_URL must begin with https:// in production',
    )
    for (const APP_URL of ['https://precis.example', 'http://localhost:3000', 'http://127.0.0.1:3000'])
      expect(read({ NODE_ENV: 'production', ...secrets, ...mail, ...signIn, APP_URL }).http.appUrl).toBe(APP_URL)
    expect(read({ NODE_ENV: 'production', ...secrets }).production).toBe(true)
  })

  it('permits http in private networks if asked', () => {
    const home = (APP_URL: string, ALLOW_HTTP = 'true') =>
      read({ NODE_ENV: 'production', ...secrets, APP_URL, ALLOW_HTTP })
    for (const url of ['192.168.1.5:3000', '10.0.0.2', '100.64.1.2', '[fd00::2]', 'server', 'precis.local', 'nas.lan'])
      expect(home(`http://${url}`)).toMatchObject({ production: true, secure: false })
    expect(home('https://precis.example').secure).toBe(true)
    expect(home('http://localhost:3000', 'false').secure).toBe(true)
    for (const url of ['precis.example', '93.184.215.14', '[2606:2800::1]', '169.254.169.254.nip.io'])
      expect(() => home(`http://${url}`)).toThrow(
        'APP_URL must begin with https://: ALLOW_HTTP is for addresses and names',
      )
  })
})

describe('the stand-in for Stripe', () => {
  const connection = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: 'http://127.0.0.1:3002' }
  const keep = (text: string): void => {
    mkdirSync(join(DATA_DIR, 'standins'), { recursive: true })
    writeFileSync(join(DATA_DIR, 'standins', 'stripe-connection.json'), text)
  }
  const find = (env: Record<string, string> = {}) => readOperatorConfig({ DATA_DIR, ...env }).stripe

  it('is found in the data folder by commands if Stripe is not configured', () => {
    expect(find()).toBeNull()
    keep(JSON.stringify({ ...connection, more: true }))
    expect(find()).toEqual(connection)
    expect(read({}).stripe).toBeNull()
    // Before Stripe knows where to send events there is nothing that they are signed with.
    expect(find({ STRIPE_SECRET_KEY: 'sk_test_2' })).toEqual({
      secretKey: 'sk_test_2',
      webhookSecret: null,
      apiUrl: null,
    })
    expect(find({ NODE_ENV: 'production', ...secrets })?.secretKey).toBe('sk_live_x')
  })

  it.each([
    ['damaged', '{"secretKey":'],
    ['empty', ''],
    ['incomplete', '{"secretKey":"sk_test_1"}'],
    ['that leads to another machine', JSON.stringify({ ...connection, apiUrl: 'http://payments.example' })],
  ])('is ignored if its file is %s', (_, text) => {
    keep(text)
    expect(find()).toBeNull()
  })
})

describe('readPipelineConfig', () => {
  it('requires no server settings, and writes nothing', () => {
    const dataDir = join(DATA_DIR, 'untouched')
    const config = readPipelineConfig({ NODE_ENV: 'production', PORT: 'none', DATA_DIR: dataDir })
    expect(config).toMatchObject({ outbound: { allowPrivateAddresses: false, proxyUrl: null }, ai: { models: [] } })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('sends recordings to a service only if one is named', () => {
    const limits = { maxBytes: 200 * 1024 * 1024, maxMinutes: 240 }
    expect(readPipelineConfig({ OPENAI_API_KEY: 'k' }).transcription).toMatchObject({ service: null, limits })
    expect(readPipelineConfig({ TRANSCRIBE: 'off' }).transcription).toBeNull()
    const openai = { TRANSCRIBE: 'openai:whisper-1', OPENAI_API_KEY: 'k', TRANSCRIBE_MAX_MINUTES: '60' }
    expect(readPipelineConfig(openai).transcription).toMatchObject({
      service: { model: 'openai:whisper-1', url: null, key: 'k', callTimeoutMs: 180_000 },
      limits: { ...limits, maxMinutes: 60 },
    })
    const local = { TRANSCRIBE: 'local:tiny', TRANSCRIBE_URL: 'http://localhost:8000/v1', OPENAI_API_KEY: 'k' }
    expect(readPipelineConfig(local).transcription?.service).toMatchObject({ url: local.TRANSCRIBE_URL, key: null })
  })

  it('validates the settings that it reads', () => {
    expect(() => readPipelineConfig({ NODE_ENV: 'production', FETCH_ALLOW_PRIVATE: 'true' })).toThrow(
      /FETCH_ALLOW_PRIVATE is refused in production/,
    )
    expect(() => readPipelineConfig({ AI_MODELS: 'openai:any' })).toThrow(/OPENAI_API_KEY must be set/)
    expect(() => readPipelineConfig({ OUTBOUND_PROXY_URL: 'nowhere' })).toThrow(/OUTBOUND_PROXY_URL must be/)
    expect(() => readPipelineConfig({ LOCAL_AI_URL: 'http://ada:secret@models.example/v1' })).toThrow(
      /LOCAL_AI_URL must not hold a user name or a password/,
    )
    expect(() => readPipelineConfig({ TRANSCRIBE: 'openai:whisper-1' })).toThrow(/OPENAI_API_KEY must be set/)
    expect(() => readPipelineConfig({ TRANSCRIBE: 'local:tiny' })).toThrow(/TRANSCRIBE_URL must be set/)
    expect(() => readPipelineConfig({ TRANSCRIBE: 'whisper-1' })).toThrow(/TRANSCRIBE must be builtin, off/)
    expect(readPipelineConfig({ LOCAL_AI_URL: 'http://models.example/v1/@ada' }).ai.localUrl).toContain('@ada')
  })
})
