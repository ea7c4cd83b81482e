import { z } from 'zod'
import { visibleInput } from './text-input.ts'

/** No mailbox has a longer address (RFC 5321, section 4.5.3.1). */
const MAX_EMAIL_CHARACTERS = 254

const email = z
  .email({ error: 'Please enter a valid email address.' })
  .max(MAX_EMAIL_CHARACTERS, { error: 'Please enter a valid email address.' })
const password = z
  .string()
  .min(6, { error: 'Password must be at least 6 characters.' })
  .max(1024, { error: 'Password must be at most 1,024 characters.' })
const personName = (message: string) => visibleInput(message).max(100, { error: 'Please use at most 100 characters.' })

/** Payload of POST /api/auth/login. */
export const loginSchema = z.object({ email, password })
export type LoginPayload = z.infer<typeof loginSchema>

/** Payload of POST /api/auth/register. */
export const registerSchema = z.object({
  email,
  password,
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
})
export type RegisterPayload = z.infer<typeof registerSchema>

/** A person as every route answers them. Never password, tokens or provider ids. Dates are ISO 8601. */
export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  authProvider: z.string(),
  emailVerified: z.boolean(),
  subscriptionPlan: z.string().nullable(),
  subscriptionExpiresAt: z.string().nullable(),
  summariesUsed: z.int(),
  exportsUsed: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type User = z.infer<typeof userSchema>

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

/**
 * Cookie that says a browser has signed in, and nothing more: pages read it to know whether asking who is signed in is
 * worth a request, so that a visitor's browser does not note a 401. It opens nothing.
 */
export const signedInCookie = 'precis.signed-in'
