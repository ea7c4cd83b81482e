import { setTimeout as sleep } from 'node:timers/promises'
import { takes } from '../../tests/standins/models/behaviors.ts'
import { always } from '../../tests/standins/models/script.ts'
import { tidePools } from '../../tests/support/texts.ts'
import { type Answer, Browser, outcomeOf } from './browser.ts'
import { Ledger } from './ledger.ts'
import { settleRows, untilNoJobs } from './settle-rows.ts'
import { Supervised } from './supervisor.ts'
import { bookDeletions, openPostgresWorld, type World } from './world.ts'

export interface ReplacementReport {
  ledger: Ledger
  seconds: number
  replaced: number
  requests: number
  failed: number
  /** Event streams that were followed to the end of their summary, and their reconnects. */
  streams: number
  reconnected: number
  /** Requests that the proxy retried on another server. */
  retried: number
}

interface ReplacementOptions {
  users: number
  /** Whether to replace all processes once more. */
  goOn: (rounds: number) => boolean
}

const THINK_MS = 250
/** Response time of the model. */
const ANSWER_MS = 3500
/** As the stream itself specifies. */
const RECONNECT_MS = 1000
const LOOK_EVERY_MS = 50
const NOTICED_WITHIN_MS = 30_000
const STREAM_WITHIN_MS = 90_000

/** A simulated user that counts failures. */
class Guest {
  readonly #browser: Browser
  readonly #email: string
  readonly #report: ReplacementReport
  readonly #following: Promise<void>[] = []
  readonly ledgerOwn
  #texts = 0

  constructor(origin: string, name: string, report: ReplacementReport) {
    this.#browser = new Browser(origin)
    this.#email = `${name}@example.com`
    this.#report = report
    this.ledgerOwn = {
      email: this.#email,
      registered: 'yes' as const,
      passwords: [],
      names: [],
      sessions: [],
      summaries: [] as Ledger['users'][number]['summaries'],
      uploads: [],
    }
    report.ledger.users.push(this.ledgerOwn)
  }

  async #ask(method: string, path: string, payload?: unknown, headers?: Record<string, string>): Promise<Answer> {
    const answer = await this.#browser.ask(method, path, payload, headers)
    this.#report.requests += 1
    if (outcomeOf(answer) !== 'done') {
      this.#report.failed += 1
      const said = JSON.stringify(answer.body).slice(0, 200)
      this.#report.ledger.complain(`${this.#email}: ${method} ${path} failed: ${answer.status} ${said}`)
    }
    return answer
  }

  async use(origin: string, isOver: () => boolean): Promise<void> {
    const user = { email: this.#email, password: 'correct horse', firstName: 'Ada', lastName: 'Byron' }
    await this.#ask('POST', '/api/auth/register', user)
    while (!isOver()) {
      await this.#create(origin)
      await this.#ask('GET', '/api/summaries')
      await this.#ask('PUT', '/api/account/name', { firstName: 'Ada', lastName: `Byron ${this.#texts}` })
      await this.#ask('GET', '/api/stats')
      await sleep(THINK_MS)
    }
    await Promise.all(this.#following)
  }

  async #create(origin: string): Promise<void> {
    this.#texts += 1
    const key = `${this.#email} ${this.#texts}`
    const payload = { content: `Notebook ${this.#texts} of ${this.#email} is told here. ${tidePools}` }
    const waits = this.#texts % 4 === 0
    const answer = await this.#ask('POST', '/api/summaries', payload, {
      'idempotency-key': key,
      ...(waits ? {} : { prefer: 'respond-async' }),
    })
    if (outcomeOf(answer) !== 'done') return
    const { id } = answer.body
    this.ledgerOwn.summaries.push({ key, payload, id, made: 'yes', deleted: 'no', isReady: false })
    this.#following.push(this.#follow(`${origin}/api/summaries/${id}/events`))
  }

  /**
   * Follows a stream like EventSource: reconnects after every end before the summary's, but not after an error status.
   */
  async #follow(url: string): Promise<void> {
    const until = performance.now() + STREAM_WITHIN_MS
    this.#report.streams += 1
    while (performance.now() < until) {
      const seen = await this.#readStream(url)
      if (seen === 'ended') return
      if (seen !== 'again') {
        this.#report.ledger.complain(`a stream was refused, and EventSource does not come back from that: ${seen}`)
        return
      }
      this.#report.reconnected += 1
      await sleep(RECONNECT_MS)
    }
    this.#report.ledger.complain(`a stream never told the end: ${url}`)
  }

  async #readStream(url: string): Promise<'ended' | 'again' | number> {
    try {
      const response = await fetch(url, {
        headers: this.#browser.headers,
        signal: AbortSignal.timeout(STREAM_WITHIN_MS),
      })
      if (response.status !== 200) {
        await response.body?.cancel()
        return response.status
      }
      let text = ''
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
      return /^event: (?:ready|failed)$/m.test(text) ? 'ended' : 'again'
    } catch {
      return 'again'
    }
  }
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + NOTICED_WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what} has not come to pass.`)
    await sleep(LOOK_EVERY_MS)
  }
}

/**
 * Starts the next process of a role, and stops the previous one once the proxy has noticed that the new one is ready.
 */
async function replaceOne(
  world: World,
  old: Supervised,
  name: string,
  role: string,
): Promise<[Supervised, number | null]> {
  const next = await Supervised.start(name, { ...world.env, ROLE: role })
  await next.ready()
  if (role === 'web') {
    world.proxy.add(next)
    await until(() => world.proxy.isReady(name), `that ${name} is ready`)
  }
  const code = await old.stop()
  world.proxy.remove(old.name)
  return [next, code]
}

/** Replaces two web processes and two workers, one after the other and under load, without noticeable failures. */
export async function replaceUnderLoad({ users, goOn }: ReplacementOptions): Promise<ReplacementReport> {
  const world = await openPostgresWorld()
  const startedAt = performance.now()
  const report: ReplacementReport = {
    ledger: new Ledger(),
    seconds: 0,
    replaced: 0,
    requests: 0,
    failed: 0,
    streams: 0,
    reconnected: 0,
    retried: 0,
  }
  const roles = ['web', 'web', 'worker', 'worker'] as const
  const running: Supervised[] = []
  try {
    for (const [n, role] of roles.entries()) {
      const started = await Supervised.start(`${role} ${n}`, { ...world.env, ROLE: role })
      running.push(started)
      await started.ready()
      if (role === 'web') world.proxy.add(started)
    }
    await until(() => running.filter(({ name }) => world.proxy.isReady(name)).length === 2, 'that both are ready')
    await bookDeletions(world)
    // Longer than a server drains, so that streams must be continued by another.
    world.models.play(always(takes(ANSWER_MS)))
    let over = false
    const guests = Array.from({ length: users }, (_, n) => new Guest(world.proxy.origin, `guest${n}`, report))
    const use = guests.map(async (guest) => guest.use(world.proxy.origin, () => over))
    for (let round = 0; goOn(round); round += 1) {
      for (const [n, role] of roles.entries()) {
        const old = running[n]!
        const [next, code] = await replaceOne(world, old, `${role} ${n}, ${round + 1}`, role)
        running[n] = next
        report.replaced += 1
        for (const fault of old.faults) report.ledger.complain(fault)
        if (code !== 0) report.ledger.complain(`${old.name} ended with ${code}: ${old.tail()}`)
      }
    }
    over = true
    await Promise.all(use)
    await world.inspect(async (ask) => untilNoJobs(report.ledger, ask))
    await world.inspect(async (ask) => settleRows(report.ledger, ask))
    report.retried = world.proxy.retried
    report.seconds = (performance.now() - startedAt) / 1000
    return report
  } finally {
    for (const one of running) await one.stop('SIGKILL')
    await world.close()
  }
}
