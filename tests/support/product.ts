import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions, Response } from 'light-my-request'
import pino from 'pino'
import { withLocalModel } from '../../src/pipeline/local-models.ts'
import { createPipeline } from '../../src/pipeline/pipeline.ts'
import { type Product, type ProductParts, startProduct } from '../../src/server/composition/product.ts'
import type { Database } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { readConfig } from '../../src/server/platform/config/config.ts'
import type { Log } from '../../src/server/platform/log.ts'
import { createMigratedDatabase } from './postgres-template.ts'
import { sharedThreads } from './threads.ts'

/** An open, migrated, empty database; closing it resets it for another test. */
export async function openTestDatabase(): Promise<Database & { url: string }> {
  const created = await createMigratedDatabase()
  const database = await openPostgres(created.url, () => {}, { asItIs: true })
  const close = async (): Promise<void> => {
    await database.close()
    await created.drop()
  }
  return { ...database, url: created.url, close }
}

/** State of one browser: its cookies. */
export class TestClient {
  readonly #product: Product
  #cookies = new Map<string, string>()

  constructor(product: Product) {
    this.#product = product
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  /** The header with these cookies. */
  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ')
  }

  /** Another browser with a copy of this one's cookies. */
  copy(): TestClient {
    return this.#copyTo(this.#product)
  }

  /** The same browser, with requests to another process. */
  copyTo({ product }: TestProduct): TestClient {
    return this.#copyTo(product)
  }

  #copyTo(product: Product): TestClient {
    const other = new TestClient(product)
    other.#cookies = new Map(this.#cookies)
    return other
  }

  async request(
    method: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'PUT' | 'PATCH',
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const options: InjectOptions = {
      method,
      url,
      headers: { ...headers, cookie: this.cookie },
    }
    if (payload !== undefined) options.payload = payload as object
    const response = await this.#product.app.inject(options)
    for (const cookie of response.cookies) {
      if (cookie.value === '' || (cookie.expires !== undefined && cookie.expires <= new Date()))
        this.#cookies.delete(cookie.name)
      else this.#cookies.set(cookie.name, cookie.value)
    }
    return response
  }

  get = async (url: string, headers?: Record<string, string>): Promise<Response> =>
    this.request('GET', url, undefined, headers)
  post = async (url: string, payload?: unknown, headers?: Record<string, string>): Promise<Response> =>
    this.request('POST', url, payload, headers)
  put = async (url: string, payload?: unknown): Promise<Response> => this.request('PUT', url, payload)
  delete = async (url: string): Promise<Response> => this.request('DELETE', url)
}

/** Whether the cookies of this browser open an account. */
export const isSignedIn = async (client: TestClient): Promise<boolean> =>
  (await client.get('/api/auth/user')).statusCode === 200

export interface TestProduct {
  product: Product
  database: Database
  /** Folder of all data outside the database. */
  dataDir: string
  /** Opens a browser without a session. */
  visitor: () => TestClient
  /** Registers a new user and returns their browser. */
  register: (email?: string) => Promise<TestClient>
  close: () => Promise<void>
}

let users = 0

export interface TestProductOptions extends ProductParts {
  env?: Record<string, string>
  /** Files of the web app by path, instead of its build. */
  webFiles?: Record<string, string | Buffer>
  /** Unset: no log. */
  log?: Log
}

/** The whole product on a separate database, without a socket. */
export async function startTestProduct(options: TestProductOptions = {}): Promise<TestProduct> {
  const { env, webFiles, log = pino({ level: 'silent' }), ...parts } = options
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-test-'))
  const webFolder = path.join(dataDir, 'web')
  for (const [name, content] of Object.entries(webFiles ?? {})) {
    const file = path.join(webFolder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  if (webFiles !== undefined) parts.webFolder = webFolder
  const localOrigins = parts.localOrigins ?? {}
  const given = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    FETCH_ALLOW_PRIVATE: 'true',
    RATE_LIMIT_FACTOR: '1000',
    ...env,
  })
  const config = await withLocalModel(given, log, localOrigins)
  const database = parts.database ?? (await openTestDatabase())
  const pipeline = parts.pipeline ?? createPipeline(config, log, sharedThreads())
  const product = await startProduct(config, log, { graceMs: 2000, ...parts, localOrigins, pipeline, database })
  await product.app.ready()
  const visitor = (): TestClient => new TestClient(product)
  return {
    product,
    database,
    dataDir,
    visitor,
    register: async (email = `person${(users += 1)}@example.com`) => {
      const client = visitor()
      const response = await client.post('/api/auth/register', {
        email,
        password: 'correct horse',
        firstName: 'Ada',
        lastName: 'Byron',
      })
      if (response.statusCode !== 201) throw new Error(`Registration answered ${response.statusCode}: ${response.body}`)
      return client
    },
    close: async () => {
      await product.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
