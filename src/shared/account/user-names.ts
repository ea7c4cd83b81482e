import type { User } from './accounts.ts'

type Named = Pick<User, 'firstName' | 'lastName' | 'email'>

/** First and last name together, else the email, else the word User. */
export function displayName(user: Partial<Named>): string {
  const full = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return full || user.email || 'User'
}

/** First letters of first and last name, else the uppercase first letter of the email, else U. */
export function avatarInitials(user: Partial<Named>): string {
  const letters = [user.firstName, user.lastName].map((name) => Array.from(name ?? '')[0] ?? '').join('')
  return letters || (Array.from(user.email ?? '')[0] ?? 'U').toUpperCase()
}
