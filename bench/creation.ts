import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import pino from 'pino'
import { openDatabase } from '../src/server/composition/open-database.ts'
import { startProduct } from '../src/server/composition/product.ts'
import { users } from '../src/server/db/schema/index.ts'
import { readConfig } from '../src/server/platform/config/config.ts'
import { medianOf, shareOf, timeEach } from './load/times.ts'

const ROUNDS = { warmUp: 10, runs: 60 }
const CHARACTERS = 2500

/** Words that never repeat a sentence, so that every run has a new text. */
const nouns = [
  'harbor',
  'library',
  'canal',
  'survey',
  'ledger',
  'bridge',
  'orchard',
  'museum',
  'ferry',
  'council',
  'archive',
  'valley',
]
const verbs = ['changed', 'carried', 'measured', 'promised', 'lost', 'found', 'repaired', 'counted', 'shared', 'closed']

/** A text of exactly 2,500 characters in sentences and paragraphs. */
function textOf(seed: number): string {
  let text = ''
  for (let n = seed; text.length < CHARACTERS; n += 1) {
    const [a, b] = [nouns[n % nouns.length], nouns[(n * 7 + 3) % nouns.length]]
    text += `In ${1900 + (n % 120)} the ${a} ${verbs[n % verbs.length]} ${(n * 37) % 900} people near the ${b}, and the ${b} paid for it later.${n % 4 === 3 ? '\n\n' : ' '}`
  }
  return `${text.slice(0, CHARACTERS - 1)}.`
}

/**
 * Measures POST /api/summaries for a text of 2,500 characters, from the request to the complete summary, over real
 * HTTP, against a bare Fastify route on the same machine in the same run.
 */
export async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000' })
  const log = pino({ level: 'silent' })
  const database = await openDatabase(config, log)
  const product = await startProduct(config, log, { database })
  const origin = await product.app.listen({ host: '127.0.0.1', port: 0 })
  const bare = Fastify()
  bare.post('/', async (request) => request.body)
  const bareOrigin = await bare.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'content-type': 'application/json' }
  try {
    const user = { email: 'bench@example.com', password: 'correct horse', firstName: 'B', lastName: 'M' }
    const registered = await fetch(`${origin}/api/auth/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify(user),
    })
    await database.db.update(users).set({ subscriptionPlan: 'pro' })
    const cookie = registered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const post = async (url: string, content: string, expected: number): Promise<void> => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify({ content }),
      })
      await response.text()
      if (response.status !== expected) throw new Error(`${url} answered ${response.status}`)
    }
    const ours = await timeEach(ROUNDS, async (n) => post(`${origin}/api/summaries`, textOf(n * 11), 201))
    const floor = await timeEach(ROUNDS, async (n) => post(`${bareOrigin}/`, textOf(n * 11), 200))
    console.table({
      'POST /api/summaries, 2,500 characters, to the whole summary': {
        'median ms': medianOf(ours).toFixed(1),
        'p95 ms': shareOf(ours, 0.95).toFixed(1),
        'x bare route': (medianOf(ours) / medianOf(floor)).toFixed(1),
      },
      'bare Fastify route, same body': {
        'median ms': medianOf(floor).toFixed(1),
        'p95 ms': shareOf(floor, 0.95).toFixed(1),
        'x bare route': '1.0',
      },
    })
  } finally {
    await product.close()
    await bare.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
