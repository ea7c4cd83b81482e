import { setTimeout as sleep } from 'node:timers/promises'
import { outcomeOf } from './browser.ts'
import type { AskedSummary, HeldSession } from './ledger.ts'
import type { SimulatedUser } from './simulated-user.ts'

/** Longer than four attempts of jobs whose worker dies. */
const SETTLED_WITHIN_MS = 150_000
const LOOK_EVERY_MS = 500
const TRIES = 40

/** Repeats a request until there is a response: faults are over, but servers may still be starting. */
async function askSurely(session: HeldSession, method: string, path: string, payload?: unknown) {
  for (let tries = 1; ; tries += 1) {
    const answer = await session.browser.ask(method, path, payload)
    if (outcomeOf(answer) !== 'unknown' || tries === TRIES) return answer
    await sleep(LOOK_EVERY_MS)
  }
}

/** A session of a user that is known to work. */
async function settledSession(user: SimulatedUser): Promise<HeldSession> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const session = await user.signIn()
    if (session !== null) return session
    // A request with a lost response may not have been performed: then there is no account.
    if (user.own.registered !== 'yes') await user.session()
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(`${user.own.email} cannot sign in.`)
}

interface Listed {
  id: string
  status: string
  failureCode: string | null
  failureMessage: string | null
}

async function stateOf(session: HeldSession, id: string): Promise<Listed | null> {
  const { status, body } = await askSurely(session, 'GET', `/api/summaries/${id}`)
  return status === 200 ? body : null
}

/** Waits until a summary has ended; null if it doesn't exist. */
async function endOf(session: HeldSession, id: string): Promise<Listed | null> {
  const until = performance.now() + SETTLED_WITHIN_MS
  for (;;) {
    const state = await stateOf(session, id)
    if (state === null || state.status === 'ready' || state.status === 'failed') return state
    if (performance.now() > until) return state
    await sleep(LOOK_EVERY_MS)
  }
}

/** Checks a summary against the ledger; a failed one must succeed on a retry. */
async function settleSummary(user: SimulatedUser, session: HeldSession, asked: AskedSummary): Promise<void> {
  const { id, made, deleted } = asked
  if (id === null) return
  const state = await endOf(session, id)
  if (state === null) {
    if (made === 'yes' && deleted === 'no') user.complain(`a summary that was acknowledged is lost: ${id}`)
    return
  }
  if (deleted === 'yes') user.complain(`a summary that was deleted is there: ${id}`)
  if (state.status !== 'ready' && state.status !== 'failed') user.complain(`a summary has not ended: ${id}`)
  if (state.status !== 'failed') return
  const retried = await askSurely(session, 'POST', `/api/summaries/${id}/retry`)
  const again = retried.status < 300 ? await endOf(session, id) : null
  if (again?.status !== 'ready') user.complain(`another try of ${id} has not made it`, retried)
}

async function settleSessions(user: SimulatedUser): Promise<void> {
  for (const session of user.own.sessions) {
    if (session.live === 'maybe') continue
    const { status, body } = await askSurely(session, 'GET', '/api/auth/user')
    if (session.live === 'yes' && (status !== 200 || body.email !== user.own.email))
      user.complain(`a session that was acknowledged does not work: ${status}`)
    if (session.live === 'no' && status !== 401) user.complain(`a session that was ended works: ${status}`)
  }
}

async function settleAccount(user: SimulatedUser, session: HeldSession): Promise<void> {
  const { body } = await askSurely(session, 'GET', '/api/auth/user')
  if (!user.own.names.includes(body.firstName)) user.complain(`the name is ${body.firstName}, and was never that`)
}

async function settleUploads(user: SimulatedUser, session: HeldSession): Promise<void> {
  for (const { objectPath, arrived, used, bytes } of user.own.uploads) {
    if (used || arrived !== 'yes') continue
    const answer = await askSurely(session, 'POST', '/api/files/process', { fileUrl: objectPath })
    if (answer.status !== 200 || answer.body.bytes !== bytes) user.complain(`a file is lost: ${objectPath}`, answer)
  }
}

/** Compares what was acknowledged to a user with the product's state once everything works again. */
export async function settleUser(user: SimulatedUser): Promise<void> {
  if (user.own.registered === 'no') return
  // Before any new sign-in: it ends nothing, but decides which password is valid.
  await settleSessions(user)
  const session = await settledSession(user)
  await settleAccount(user, session)
  await settleUploads(user, session)
  for (const asked of user.own.summaries) await settleSummary(user, session, asked)
}
