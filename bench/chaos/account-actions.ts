import { outcomeOf } from './browser.ts'
import type { HeldSession } from './ledger.ts'
import type { SimulatedUser } from './simulated-user.ts'

let words = 0
const another = (word: string): string => `${word} ${(words += 1)}`

/** Effect of a password change on all sessions but one, which gets a new key. */
function endOthers(user: SimulatedUser, kept: HeldSession | null, known: 'no' | 'maybe'): void {
  for (const session of user.own.sessions) {
    if (session !== kept && session.live !== 'no') session.live = known
  }
}

async function rename(user: SimulatedUser, { browser }: HeldSession): Promise<void> {
  const firstName = another('Ada')
  const answer = await browser.ask('PUT', '/api/account/name', { firstName, lastName: 'Byron' })
  const outcome = outcomeOf(answer)
  user.ledger.note('change the name', outcome)
  if (outcome === 'done') user.own.names = [firstName]
  else if (outcome === 'unknown') user.own.names.push(firstName)
  else user.complain('a change of the name was refused', answer)
}

async function signOut(user: SimulatedUser, session: HeldSession): Promise<void> {
  // A copy, since the browser deletes its cookies: they must be invalid.
  const copy: HeldSession = { browser: session.browser.copy(), live: 'maybe' }
  const answer = await session.browser.ask('POST', '/api/auth/logout')
  const outcome = outcomeOf(answer)
  user.ledger.note('sign out', outcome)
  if (outcome === 'refused') {
    user.complain('signing out was refused', answer)
    return
  }
  session.live = 'maybe'
  copy.live = outcome === 'done' ? 'no' : 'maybe'
  user.own.sessions.push(copy)
}

async function changePassword(user: SimulatedUser, session: HeldSession): Promise<void> {
  const [currentPassword = '', ...maybe] = user.own.passwords
  if (maybe.length > 0) return
  const newPassword = another('correct horse')
  const before: HeldSession = { browser: session.browser.copy(), live: 'maybe' }
  const answer = await session.browser.ask('PUT', '/api/account/password', { currentPassword, newPassword })
  const outcome = outcomeOf(answer)
  user.ledger.note('change the password', outcome)
  if (outcome === 'refused') {
    user.complain('a change of the password was refused', answer)
    return
  }
  endOthers(user, session, outcome === 'done' ? 'no' : 'maybe')
  if (outcome === 'done') user.own.passwords = [newPassword]
  else user.own.passwords = [currentPassword, newPassword]
  session.live = outcome === 'done' ? 'yes' : 'maybe'
  before.live = outcome === 'done' ? 'no' : 'maybe'
  user.own.sessions.push(before)
}

/** Requests a password reset link, and opens it. */
async function resetPassword(user: SimulatedUser, { browser }: HeldSession): Promise<void> {
  const { email } = user.own
  const asked = await browser.ask('POST', '/api/forgot-password', { email })
  user.ledger.note('ask for a link', outcomeOf(asked))
  if (outcomeOf(asked) !== 'done') return
  const token = new URL(asked.body.resetUrl).searchParams.get('token')
  const password = another('battery staple')
  const answer = await browser.ask('POST', '/api/reset-password', { token, newPassword: password })
  const outcome = outcomeOf(answer)
  user.ledger.note('open a link', outcome)
  if (outcome === 'refused') {
    user.complain('a link that was acknowledged is not taken', answer)
    return
  }
  endOthers(user, null, outcome === 'done' ? 'no' : 'maybe')
  user.own.passwords = outcome === 'done' ? [password] : [...user.own.passwords, password]
}

/** Performs one account action. */
export async function actOnAccount(user: SimulatedUser, session: HeldSession): Promise<void> {
  const dice = user.random.below(100)
  if (dice < 40) await rename(user, session)
  else if (dice < 65) await user.signIn()
  else if (dice < 82) await signOut(user, session)
  else if (dice < 92) await changePassword(user, session)
  else await resetPassword(user, session)
}
