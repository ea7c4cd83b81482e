import { tidePools } from '../../tests/support/texts.ts'
import type { Random } from '../fuzz/random.ts'
import { actOnAccount } from './account-actions.ts'
import { type Answer, Browser, outcomeOf } from './browser.ts'
import type { AskedSummary, HeldSession, Ledger, SentUpload, UserLedger } from './ledger.ts'

/** Number of retries without a response, like the product's own page. */
const RETRIES = 3

type ActionName = 'create' | 'repeat' | 'upload' | 'summarizeUpload' | 'read' | 'list' | 'delete' | 'export' | 'account'

/** Weights out of a hundred actions. */
const weights: readonly (readonly [ActionName, number])[] = [
  ['create', 26],
  ['repeat', 4],
  ['upload', 8],
  ['summarizeUpload', 8],
  ['read', 16],
  ['list', 10],
  ['delete', 9],
  ['export', 5],
  ['account', 14],
]

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** A simulated user that performs one action after the other and records the responses. */
export class SimulatedUser {
  readonly own: UserLedger
  readonly ledger: Ledger
  readonly random: Random
  readonly origin: string
  #texts = 0

  constructor(parts: { ledger: Ledger; random: Random; origin: string; name: string }) {
    this.ledger = parts.ledger
    this.random = parts.random
    this.origin = parts.origin
    this.own = {
      email: `${parts.name}@example.com`,
      registered: 'no',
      passwords: ['correct horse 0'],
      names: ['Ada'],
      sessions: [],
      summaries: [],
      uploads: [],
    }
    parts.ledger.users.push(this.own)
  }

  complain(what: string, answer?: Answer): void {
    const said = answer === undefined ? '' : `: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`
    this.ledger.complain(`${this.own.email}: ${what}${said}`)
  }

  /** One random action, recorded in the ledger. */
  async act(): Promise<void> {
    const session = await this.session()
    if (session === null) return
    let left = this.random.below(100)
    const [name] = weights.find(([, weight]) => (left -= weight) < 0) ?? ['list']
    switch (name) {
      case 'create':
        return this.#ask({ content: this.#newText() })
      case 'repeat':
        return this.#repeat()
      case 'upload':
        return this.#upload(session)
      case 'summarizeUpload':
        return this.#summarizeUpload()
      case 'read':
        return this.#read(session)
      case 'list':
        return this.#list(session)
      case 'delete':
        return this.#delete(session)
      case 'export':
        return this.#export(session)
      case 'account':
        return actOnAccount(this, session)
    }
  }

  /** A signed-in browser, by signing in if necessary; null if that is impossible now. */
  async session(): Promise<HeldSession | null> {
    const live = this.own.sessions.filter((session) => session.live === 'yes')
    if (live.length > 0) return this.random.pick(live)
    return this.own.registered === 'yes' ? this.signIn() : this.#register()
  }

  /** Signs in with a new browser, using the current password. */
  async signIn(): Promise<HeldSession | null> {
    const browser = new Browser(this.origin)
    let refused = 0
    for (const password of this.own.passwords) {
      const answer = await browser.ask('POST', '/api/auth/login', { email: this.own.email, password })
      const outcome = outcomeOf(answer)
      this.ledger.note('sign in', answer.status === 401 ? 'refused' : outcome)
      if (outcome === 'done') {
        // Determines the result of an unanswered change.
        this.own.passwords = [password]
        const session: HeldSession = { browser, live: 'yes' }
        this.own.sessions.push(session)
        return session
      }
      if (answer.status === 401) refused += 1
    }
    if (refused === this.own.passwords.length) this.complain('no password that may hold is taken')
    return null
  }

  async #register(): Promise<HeldSession | null> {
    const browser = new Browser(this.origin)
    const [password = ''] = this.own.passwords
    const user = { email: this.own.email, password, firstName: 'Ada', lastName: 'Byron' }
    const answer = await browser.ask('POST', '/api/auth/register', user)
    this.ledger.note('register', outcomeOf(answer))
    if (answer.status === 409 && this.own.registered === 'maybe') {
      this.own.registered = 'yes'
      return this.signIn()
    }
    if (outcomeOf(answer) === 'refused') this.complain('registering was refused', answer)
    this.own.registered = outcomeOf(answer) === 'done' ? 'yes' : 'maybe'
    if (outcomeOf(answer) !== 'done') return null
    const session: HeldSession = { browser, live: 'yes' }
    this.own.sessions.push(session)
    return session
  }

  #newText(): string {
    this.#texts += 1
    return `Notebook ${this.#texts} of ${this.own.email} is told here. ${tidePools}`
  }

  /** Whether an error is unexpected for a signed-in user. */
  #expectSignedIn(what: string, answer: Answer): void {
    if (answer.status === 401) this.complain(`${what} with a session that was acknowledged`, answer)
  }

  async #ask(payload: AskedSummary['payload']): Promise<void> {
    const key = `${this.own.email} ${this.own.summaries.length}`
    const asked: AskedSummary = { key, payload, id: null, made: 'no', deleted: 'no', isReady: false }
    this.own.summaries.push(asked)
    const waits = this.random.chance(0.3)
    for (let tries = 0; tries < RETRIES; tries += 1) {
      const session = await this.session()
      if (session === null) return
      const headers = { 'idempotency-key': key, ...(waits ? {} : { prefer: 'respond-async' }) }
      const answer = await session.browser.ask('POST', '/api/summaries', payload, headers)
      this.#expectSignedIn('a summary was refused', answer)
      if (this.#noteAsked(asked, answer) || this.random.chance(0.4)) return
    }
  }

  /** Whether the response is a summary; one that fails immediately returns its failure. */
  #noteAsked(asked: AskedSummary, answer: Answer): boolean {
    const outcome = outcomeOf(answer)
    const isRefused = [400, 401, 403, 404, 409, 410, 413, 429].includes(answer.status)
    this.ledger.note('ask for a summary', outcome)
    if (outcome === 'done') {
      const { id, status } = answer.body
      if (asked.id !== null && asked.id !== id) this.complain(`the key ${asked.key} has made two summaries`)
      asked.id = id
      asked.made = 'yes'
      asked.isReady ||= status === 'ready'
      return true
    }
    if (!isRefused) asked.made = asked.made === 'yes' ? 'yes' : 'maybe'
    return false
  }

  /**
   * The same text again, with a new idempotency key. Only if its summary is finished: otherwise the repeat may finish
   * first, and the product replaces the unfinished summary by it, which is then listed under the id of the repeat.
   */
  async #repeat(): Promise<void> {
    const finished = this.own.summaries.filter(({ isReady }) => isReady)
    const texts = finished.flatMap(({ payload }) => ('content' in payload ? [payload] : []))
    if (texts.length > 0) await this.#ask({ content: this.random.pick(texts).content, fresh: true })
  }

  async #upload({ browser }: HeldSession): Promise<void> {
    const text = this.#newText()
    const wanted = { fileName: 'notebook.md', size: bytesOf(text) }
    const target = await browser.ask('POST', '/api/files/upload-url', wanted)
    this.#expectSignedIn('an upload was refused', target)
    if (outcomeOf(target) !== 'done') return
    const upload: SentUpload = { objectPath: target.body.objectPath, bytes: wanted.size, arrived: 'no', used: false }
    this.own.uploads.push(upload)
    for (let tries = 0; tries < RETRIES && upload.arrived !== 'yes'; tries += 1) {
      const sent = await fetch(target.body.uploadURL, { method: 'PUT', body: text }).catch(() => null)
      await sent?.text().catch(() => {})
      const outcome = outcomeOf({ status: sent?.status ?? 0, body: null })
      this.ledger.note('send a file', outcome)
      upload.arrived = outcome === 'done' ? 'yes' : 'maybe'
    }
  }

  async #summarizeUpload(): Promise<void> {
    const upload = this.own.uploads.find(({ arrived, used }) => arrived === 'yes' && !used)
    if (upload === undefined) return
    upload.used = true
    await this.#ask({ fileUrl: upload.objectPath, fresh: true })
  }

  /** A summary that certainly exists. */
  #sure(): AskedSummary | null {
    const sure = this.own.summaries.filter(({ made, deleted }) => made === 'yes' && deleted === 'no')
    return sure.length === 0 ? null : this.random.pick(sure)
  }

  async #read({ browser }: HeldSession): Promise<void> {
    const summary = this.#sure()
    if (summary === null) return
    const answer = await browser.ask('GET', `/api/summaries/${summary.id}`)
    this.#expectSignedIn('a summary could not be read', answer)
    this.ledger.note('read', outcomeOf(answer))
    if (answer.status === 404) this.complain(`a summary that was acknowledged is lost: ${summary.id}`)
    summary.isReady ||= outcomeOf(answer) === 'done' && answer.body.status === 'ready'
  }

  async #list({ browser }: HeldSession): Promise<void> {
    const sure = this.own.summaries.filter(({ made }) => made === 'yes')
    const answer = await browser.ask('GET', '/api/summaries?limit=100')
    this.#expectSignedIn('the list was refused', answer)
    this.ledger.note('list', outcomeOf(answer))
    if (outcomeOf(answer) !== 'done' || this.own.summaries.length > 100) return
    const listed = new Set(answer.body.map(({ id }: { id: string }) => id))
    for (const { id, deleted } of sure) {
      if (deleted === 'no' && !listed.has(id)) this.complain(`the list lacks a summary that was acknowledged: ${id}`)
      if (deleted === 'yes' && listed.has(id)) this.complain(`the list has a summary that was deleted: ${id}`)
    }
  }

  async #delete({ browser }: HeldSession): Promise<void> {
    const summary = this.#sure()
    if (summary === null) return
    const answer = await browser.ask('DELETE', `/api/summaries/${summary.id}`)
    this.#expectSignedIn('deleting was refused', answer)
    this.ledger.note('delete', outcomeOf(answer))
    if (answer.status === 404) this.complain(`a summary that was acknowledged cannot be deleted: ${summary.id}`)
    if (outcomeOf(answer) === 'refused') return
    summary.deleted = outcomeOf(answer) === 'done' ? 'yes' : 'maybe'
    if (this.random.chance(0.5)) await this.#restore(browser, summary)
  }

  /** An unfinished summary can't be restored. */
  async #restore(browser: Browser, summary: AskedSummary): Promise<void> {
    const answer = await browser.ask('POST', `/api/summaries/${summary.id}/restore`)
    const outcome = outcomeOf(answer)
    this.ledger.note('restore', outcome)
    if (outcome === 'done') summary.deleted = 'no'
    else if (outcome === 'unknown') summary.deleted = 'maybe'
  }

  async #export({ browser }: HeldSession): Promise<void> {
    const summary = this.#sure()
    if (summary === null) return
    const answer = await browser.ask('GET', `/api/summaries/${summary.id}/export?format=markdown`)
    this.#expectSignedIn('an export was refused', answer)
    this.ledger.note('export', outcomeOf(answer))
    if (answer.status === 404)
      this.complain(`a summary that was acknowledged cannot be exported: ${summary.id}`, answer)
  }
}
