import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { z } from 'zod'
import { openDatabase } from '../src/server/composition/open-database.ts'
import type { Database } from '../src/server/db/database.ts'
import { users } from '../src/server/db/schema/index.ts'
import { uploadTargetSchema } from '../src/shared/api/calls.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { pathOf } from '../tests/support/uploads.ts'
import { SECRET, signIn } from './load/seed-users.ts'
import { type MeasuredServer, startMeasuredServer } from './stalls/server.ts'
import { type HeavySource, heavySources } from './stalls/sources.ts'
import { startModelProcess } from './summarizer/model-log.ts'

/** The longest stall that is acceptable, in milliseconds. */
const TARGET_MS = 100
const STREAMS = 500
const STREAMS_FOR_MS = 6000
const SLOW_PATH = '/slow'
const MODEL_MS = 50

/** One user's view of the server under test. */
interface Client {
  origin: string
  headers: Record<string, string>
}

const json = { 'content-type': 'application/json', prefer: 'respond-async' }

async function upload({ origin, headers }: Client, epub: Uint8Array): Promise<string> {
  const asked = await fetch(`${origin}/api/files/upload-url`, {
    method: 'POST',
    headers: { ...headers, ...json },
    body: JSON.stringify({ fileName: 'book.epub', size: epub.byteLength }),
  })
  const { uploadURL, objectPath } = uploadTargetSchema.parse(await asked.json())
  const sent = await fetch(`${origin}${pathOf(uploadURL)}`, { method: 'PUT', body: Buffer.from(epub) })
  if (!sent.ok) throw new Error(`The upload answered ${sent.status}.`)
  return objectPath
}

/** Requests a summary, and returns its id. */
async function ask({ origin, headers }: Client, payload: object): Promise<string> {
  const response = await fetch(`${origin}/api/summaries`, {
    method: 'POST',
    headers: { ...headers, ...json },
    body: JSON.stringify(payload),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`The request answered ${response.status}: ${JSON.stringify(body)}`)
  return z.object({ id: z.string() }).parse(body).id
}

/** Follows a summary to its end; its last event, shortened. */
async function follow({ origin, headers }: Client, id: string): Promise<string> {
  const stream = await fetch(`${origin}/api/summaries/${id}/events`, { headers })
  const [, end = 'broken off', data = '{}'] = /event: (ready|failed)\ndata: (.*)/.exec(await stream.text()) ?? []
  const { message } = z.object({ message: z.string().optional() }).parse(JSON.parse(data))
  return message === undefined ? end : `${end}: ${message.slice(0, 60)}`
}

/** Serves one source as a page. */
async function startSite() {
  let served: HeavySource | null = null
  const server = createServer((request, response) => {
    if (request.url === SLOW_PATH) setTimeout(() => response.end('Nothing to read.'), STREAMS_FOR_MS).unref()
    else if (served !== null && 'text' in served)
      response.setHeader('content-type', 'text/plain; charset=utf-8').end(served.text)
    else if (served !== null && 'html' in served)
      response.setHeader('content-type', 'text/html; charset=utf-8').end(served.html)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    serve: (source: HeavySource): string => {
      served = source
      return `http://127.0.0.1:${port}/${encodeURIComponent(source.name)}`
    },
    slowUrl: `http://127.0.0.1:${port}${SLOW_PATH}`,
    stop: () => server.close(),
  }
}

async function report(name: string, server: MeasuredServer, work: () => Promise<string>): Promise<void> {
  await server.measure()
  const startedAt = performance.now()
  const result = await work()
  const seconds = (performance.now() - startedAt) / 1000
  const { wallMs, processorMs, memoryMb } = await server.measure()
  const verdict = processorMs <= TARGET_MS ? 'reached' : 'NOT REACHED'
  console.log(
    `${name.padEnd(42)}${wallMs.toFixed(0).padStart(9)}${processorMs.toFixed(0).padStart(9)}${memoryMb.toFixed(0).padStart(9)}${seconds.toFixed(1).padStart(8)}  ${verdict}  ${result}`,
  )
}

/** Opens many event streams of one user concurrently, for a summary that is waiting for its page. */
async function openStreams(client: Client, url: string): Promise<string> {
  const id = await ask(client, { url })
  const over = AbortSignal.timeout(STREAMS_FOR_MS)
  const statuses = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const response = await fetch(`${client.origin}/api/summaries/${id}/events`, {
        headers: client.headers,
        signal: over,
      })
      await response.text().catch(() => '')
      return response.status
    }),
  )
  const counts = Map.groupBy(statuses, (status) => status)
  return [...counts].map(([status, all]) => `${all.length} x ${status}`).join(', ')
}

async function addUser({ db }: Database): Promise<string> {
  const [user] = await db
    .insert(users)
    .values({ email: 'bench@example.com', subscriptionPlan: 'elite' })
    .returning({ id: users.id })
  const [cookie] = user === undefined ? [] : await signIn(db, [user.id], { secret: SECRET, secure: false })
  if (cookie === undefined) throw new Error('The user could not be added.')
  return cookie
}

/** A database for the server, on a PostgreSQL server or bundled, with one user in it. */
async function openPlace(bundled: boolean) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-bench-'))
  const postgres = bundled ? null : await startPostgres()
  const address = postgres?.address
  const url = address && `postgres://${address.user}:${address.password}@${address.host}:${address.port}/postgres`
  const database = await openDatabase(
    { dataDir, databaseUrl: url ?? null, databaseDirectUrl: null },
    pino({ level: 'silent' }),
  )
  const cookie = await addUser(database)
  await database.close()
  const env: Record<string, string> = { DATA_DIR: dataDir }
  if (url !== undefined) env['DATABASE_URL'] = url
  return {
    cookie,
    env,
    close: async () => {
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Measures how long heavy sources and many event streams block the server's main thread, and the memory of the process.
 * Options: `--models` summarizes with a stand-in language model, `--bundled` uses the bundled database, `--only WORDS`
 * runs the sources whose name contains them, `--profile FOLDER` writes CPU profiles. Arguments are additional e-books.
 */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      models: { type: 'boolean', default: false },
      bundled: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      profile: { type: 'string' },
    },
  })
  const sources = (await heavySources(positionals)).filter(({ name }) => name.includes(values.only))
  const site = await startSite()
  const place = await openPlace(values.bundled)
  const model = values.models ? await startModelProcess(MODEL_MS) : null
  const ai: Record<string, string> =
    model === null
      ? {}
      : { AI_MODELS: 'local:standin', LOCAL_AI_URL: `${model.origin}/v1`, AI_CONTEXT_TOKENS: '128000' }
  const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
  const env = { ...place.env, ...ai, SESSION_SECRET: SECRET, RATE_LIMIT_FACTOR: '1000', FETCH_ALLOW_PRIVATE: 'true' }
  const server = await startMeasuredServer(env, profile)
  const client: Client = { origin: server.origin, headers: { cookie: place.cookie } }
  try {
    // Warm-up: the first summary of a process loads and compiles code.
    await follow(client, await ask(client, { content: 'The tide falls in the harbor. '.repeat(60) }))
    console.log(
      `\n${'Longest stall of the main thread'.padEnd(42)}${'wall ms'.padStart(9)}${'CPU ms'.padStart(9)}${'MB'.padStart(9)}${'s'.padStart(8)}  ${TARGET_MS} ms`,
    )
    for (const source of sources) {
      await report(source.name, server, async () => {
        const payload = 'epub' in source ? { fileUrl: await upload(client, source.epub) } : { url: site.serve(source) }
        return follow(client, await ask(client, payload))
      })
    }
    if ('event streams'.includes(values.only)) {
      await report(`${STREAMS} event streams of one user`, server, async () => openStreams(client, site.slowUrl))
    }
  } finally {
    await server.stop()
    await model?.stop()
    site.stop()
    await place.close()
  }
}
