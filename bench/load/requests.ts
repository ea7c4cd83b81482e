import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { type PostgresServer, startPostgres } from '../../tests/support/postgres-server.ts'
import { type ServerProcess, startServer } from '../../tests/support/process.ts'
import { wordAt } from '../search/load.ts'
import type { Asking, Round, RoundResult } from './plan.ts'
import { startBare, startCaller } from './processes.ts'
import { fill, type Member, SECRET } from './seed-users.ts'
import { medianOf, shareOf } from './times.ts'

const SUMMARIES_EACH = 100
const SIZES = { large: 1000, small: 10 } as const
type Size = keyof typeof SIZES

export interface RequestOptions {
  /** Seconds per measurement. */
  seconds: number
  rounds: number
  /** Concurrencies, each measured separately. */
  connections: readonly number[]
}

/** One kind of request, to the product and to the bare server. */
interface Kind {
  name: string
  ours: (member: Member, n: number) => string
  bare: (member: Member, n: number) => string
}

/** Words in few, some and most of the summaries. */
const words = [46, 257, 700, 1233].map(wordAt)
const wordFor = (n: number): string => words[n % words.length]!

const kinds: readonly Kind[] = [
  {
    name: 'detail',
    ours: ({ summaryIds }, n) => `/api/summaries/${summaryIds[n % summaryIds.length]}`,
    bare: ({ summaryIds }, n) => `/summaries/${summaryIds[n % summaryIds.length]}`,
  },
  { name: 'list', ours: () => '/api/summaries', bare: ({ userId }) => `/people/${userId}/summaries` },
  {
    name: 'search',
    ours: (_, n) => `/api/summaries?q=${wordFor(n)}`,
    bare: ({ userId }, n) => `/people/${userId}/found?q=${wordFor(n)}`,
  },
  { name: 'stats', ours: () => '/api/stats', bare: ({ userId }) => `/people/${userId}/count` },
]

/** The product and the bare server on one database, and its users. */
interface Place {
  ours: ServerProcess
  bare: Awaited<ReturnType<typeof startBare>>
  members: Member[]
}

/** Fills a database and starts both on it. */
async function openPlace(server: PostgresServer, size: Size): Promise<Place> {
  const { host, port, user, password } = server.address
  const urlOf = (name: string): string => `postgres://${user}:${password}@${host}:${port}/${name}`
  const admin = await openPostgres(urlOf('postgres'), () => {}, { asItIs: true })
  await admin.db.execute(`CREATE DATABASE ${size}`)
  await admin.close()
  const database = await openPostgres(urlOf(size), () => {})
  const members = await fill(database.db, SIZES[size], SUMMARIES_EACH, { secret: SECRET, secure: true })
  await database.close()
  const ours = await startServer({
    NODE_ENV: 'production',
    ROLE: 'web',
    APP_URL: 'https://precis.example',
    SESSION_SECRET: SECRET,
    DATABASE_URL: urlOf(size),
    // Required in production; no one pays here.
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  })
  return { ours, bare: await startBare(urlOf(size)), members }
}

const askedOf = ({ members }: Place, pathOf: Kind['ours'], signedIn: boolean): Asking[] =>
  // Several summaries of each user, with no two neighbors alike.
  Array.from({ length: 3 }, (_, turn) =>
    members.map((member, n) => ({
      path: pathOf(member, turn * 31 + n),
      ...(signedIn ? { cookie: member.cookie } : {}),
    })),
  ).flat()

/** Combined results of a measurement's rounds. */
export interface Figures {
  perSecond: number
  p50: number
  p95: number
  p99: number
}

function figuresOf(results: readonly RoundResult[]): Figures {
  return {
    perSecond: medianOf(results.map(({ requests, seconds }) => requests / seconds)),
    p50: medianOf(results.map(({ latencies }) => shareOf(latencies, 0.5))),
    p95: medianOf(results.map(({ latencies }) => shareOf(latencies, 0.95))),
    p99: medianOf(results.map(({ latencies }) => shareOf(latencies, 0.99))),
  }
}

export type KindFigures = Record<Size, { ours: Figures; bare: Figures }>

/** Measures one kind of request at all concurrencies in turn, so that other load affects all of them. */
async function measureKind(
  [large, small]: readonly [Place, Place],
  kind: Kind,
  play: (round: Round) => Promise<RoundResult>,
  { seconds, rounds, connections }: Omit<RequestOptions, 'connections'> & { connections: number },
): Promise<KindFigures> {
  const targets = [large, small].flatMap((place) =>
    [true, false].map((isOurs) => ({
      results: [] as RoundResult[],
      round: {
        origin: isOurs ? place.ours.origin : place.bare.origin,
        asked: askedOf(place, isOurs ? kind.ours : kind.bare, isOurs),
        connections,
        seconds,
      },
    })),
  )
  // Warm-up: compiles code and loads pages into memory.
  for (let n = 0; n <= rounds; n += 1) {
    for (const { round, results } of targets) {
      const result = await play(round)
      if (result.failed > 0) throw new Error(`${kind.name}: ${result.failed} of ${result.requests} failed.`)
      if (n > 0) results.push(result)
    }
  }
  const [a, b, c, d] = targets.map(({ results }) => figuresOf(results))
  return { large: { ours: a!, bare: b! }, small: { ours: c!, bare: d! } }
}

/**
 * Measures requests per second and response times of the product and of a bare route over the same rows.
 * @param onMeasured receives the result of each kind as soon as it is available
 */
export async function measureRequests(
  { connections, ...options }: RequestOptions,
  onMeasured: (name: string, figures: KindFigures) => void,
): Promise<void> {
  const server = await startPostgres({ settings: { shared_buffers: '1GB' } })
  const citations: Place[] = []
  const caller = await startCaller()
  try {
    const large = await openPlace(server, 'large')
    citations.push(large)
    const small = await openPlace(server, 'small')
    citations.push(small)
    for (const atATime of connections) {
      for (const kind of kinds) {
        const figures = await measureKind([large, small], kind, caller.play, { ...options, connections: atATime })
        onMeasured(`${kind.name}, ${atATime} at a time`, figures)
      }
    }
  } finally {
    caller.stop()
    for (const { ours, bare } of citations) {
      bare.stop()
      await ours.stop('SIGTERM')
    }
    await server.stop()
  }
}
