import { outcomeOf } from './browser.ts'
import type { HeldSession } from './ledger.ts'
import type { Person } from './person.ts'

let words = 0
const another = (word: string): string => `${word} ${(words += 1)}`

/** What a change of the password does to all sessions but one, which goes on under another key. */
function endOthers(person: Person, kept: HeldSession | null, known: 'no' | 'maybe'): void {
  for (const session of person.own.sessions) {
    if (session !== kept && session.live !== 'no') session.live = known
  }
}

async function rename(person: Person, { browser }: HeldSession): Promise<void> {
  const firstName = another('Ada')
  const answer = await browser.ask('PUT', '/api/account/name', { firstName, lastName: 'Byron' })
  const outcome = outcomeOf(answer)
  person.ledger.note('change the name', outcome)
  if (outcome === 'done') person.own.names = [firstName]
  else if (outcome === 'unknown') person.own.names.push(firstName)
  else person.complain('a change of the name was refused', answer)
}

async function signOut(person: Person, session: HeldSession): Promise<void> {
  // A copy, since the browser forgets its cookies: they have to be worth nothing.
  const copy: HeldSession = { browser: session.browser.copy(), live: 'maybe' }
  const answer = await session.browser.ask('POST', '/api/auth/logout')
  const outcome = outcomeOf(answer)
  person.ledger.note('sign out', outcome)
  if (outcome === 'refused') {
    person.complain('signing out was refused', answer)
    return
  }
  session.live = 'maybe'
  copy.live = outcome === 'done' ? 'no' : 'maybe'
  person.own.sessions.push(copy)
}

async function changePassword(person: Person, session: HeldSession): Promise<void> {
  const [currentPassword = '', ...maybe] = person.own.passwords
  if (maybe.length > 0) return
  const newPassword = another('correct horse')
  const before: HeldSession = { browser: session.browser.copy(), live: 'maybe' }
  const answer = await session.browser.ask('PUT', '/api/account/password', { currentPassword, newPassword })
  const outcome = outcomeOf(answer)
  person.ledger.note('change the password', outcome)
  if (outcome === 'refused') {
    person.complain('a change of the password was refused', answer)
    return
  }
  endOthers(person, session, outcome === 'done' ? 'no' : 'maybe')
  if (outcome === 'done') person.own.passwords = [newPassword]
  else person.own.passwords = [currentPassword, newPassword]
  session.live = outcome === 'done' ? 'yes' : 'maybe'
  before.live = outcome === 'done' ? 'no' : 'maybe'
  person.own.sessions.push(before)
}

/** Asks for a link that sets a new password, and opens it. */
async function resetPassword(person: Person, { browser }: HeldSession): Promise<void> {
  const { email } = person.own
  const asked = await browser.ask('POST', '/api/forgot-password', { email })
  person.ledger.note('ask for a link', outcomeOf(asked))
  if (outcomeOf(asked) !== 'done') return
  const token = new URL(asked.body.resetUrl).searchParams.get('token')
  const password = another('battery staple')
  const answer = await browser.ask('POST', '/api/reset-password', { token, newPassword: password })
  const outcome = outcomeOf(answer)
  person.ledger.note('open a link', outcome)
  if (outcome === 'refused') {
    person.complain('a link that was acknowledged is not taken', answer)
    return
  }
  endOthers(person, null, outcome === 'done' ? 'no' : 'maybe')
  person.own.passwords = outcome === 'done' ? [password] : [...person.own.passwords, password]
}

/** One thing that people do on their account page, or to get into it. */
export async function actOnAccount(person: Person, session: HeldSession): Promise<void> {
  const dice = person.random.below(100)
  if (dice < 40) await rename(person, session)
  else if (dice < 65) await person.signIn()
  else if (dice < 82) await signOut(person, session)
  else if (dice < 92) await changePassword(person, session)
  else await resetPassword(person, session)
}
