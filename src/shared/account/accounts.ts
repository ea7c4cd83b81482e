import { z } from 'zod'
import { visibleInput } from '../text-input.ts'

/** Maximum length of an email address (RFC 5321, section 4.5.3.1). */
const MAX_EMAIL_CHARACTERS = 254

const emailSaying = (error: string) => z.email({ error }).max(MAX_EMAIL_CHARACTERS, { error })
const email = emailSaying('Please enter a valid email address.')
const passwordOf = (least: number) => {
  const error = `Password must be at least ${least} characters.`
  return z.string({ error }).min(least, { error }).max(1024, { error: 'Password must be at most 1,024 characters.' })
}
const password = passwordOf(6)
/** A password that replaces an earlier one. */
const newPassword = passwordOf(8)
/** Token of an emailed link: 32 random bytes in base64url. Anything else is treated as an expired token. */
const linkToken = (error: string) => z.string({ error }).min(1, { error }).max(200, { error })
const personName = (message: string) => visibleInput(message).max(100, { error: 'Please use at most 100 characters.' })

export const loginSchema = z.object({ email, password })
export type LoginPayload = z.infer<typeof loginSchema>

export const invitationToken = linkToken('This invitation is no longer valid. Please ask for a new one.')

export const registerSchema = z.object({
  email,
  password,
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
  /** Token of an invitation, where registration is closed. */
  invitation: invitationToken.optional(),
})
export type RegisterPayload = z.infer<typeof registerSchema>

export const forgotPasswordSchema = z.object({ email: emailSaying('Please enter a valid email.') })

export const resetPasswordSchema = z.object({ token: linkToken('Invalid reset token.'), newPassword })
export type ResetPasswordPayload = z.infer<typeof resetPasswordSchema>

export const verifyEmailSchema = z.object({ token: linkToken('Invalid link.') })

export const verifiedEmailSchema = z.object({ message: z.string(), email: z.string(), change: z.boolean() })

export const changeNameSchema = registerSchema.pick({ firstName: true, lastName: true })

/** The current password; absent where an account has none, and a recent sign-in counts instead. */
const currentPassword = z
  .string({ error: 'This is not your password.' })
  .max(1024, { error: 'This is not your password.' })
  .optional()

export const changePasswordSchema = z.object({ currentPassword, newPassword })
export type ChangePasswordPayload = z.infer<typeof changePasswordSchema>

export const changeEmailSchema = z.object({ email, currentPassword })
export type ChangeEmailPayload = z.infer<typeof changeEmailSchema>

export const deleteAccountSchema = z.object({ currentPassword })

/** Response to a request that sends an email. */
export const mailAnswerSchema = z.object({
  message: z.string(),
  /** Link of the email: only if no mail server is configured, and never in production. */
  url: z.string().optional(),
})
export type MailAnswer = z.infer<typeof mailAnswerSchema>

export const accountSchema = z.object({
  hasPassword: z.boolean(),
  googleConnected: z.boolean(),
  /** Whether the account is connected to the operator's OpenID provider. */
  oidcConnected: z.boolean(),
  /** New email address that has not been confirmed yet. */
  pendingEmail: z.string().nullable(),
  /** Whether the user signed in within the last minutes, which replaces the password of accounts without one. */
  signedInLately: z.boolean(),
})
export type Account = z.infer<typeof accountSchema>

/** A browser in which the user is signed in. Dates are ISO 8601. */
export const sessionSchema = z.object({
  id: z.uuid(),
  /** Such as "Firefox on Windows". */
  device: z.string(),
  /** Whether it is the session of the request. */
  current: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
})
export type SignedInSession = z.infer<typeof sessionSchema>

/** Scopes of API tokens: reading summaries with their sources and exports, creating them, and asking about their sources. */
export const tokenScopes = ['read', 'create', 'ask'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** An API token as it is listed. Dates are ISO 8601. */
export const tokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** The last four characters of the token. */
  ending: z.string(),
  createdAt: z.string(),
  /** Accurate to a few minutes; null if never used. */
  lastUsedAt: z.string().nullable(),
})
export type ApiToken = z.infer<typeof tokenSchema>

export const createTokenSchema = z.object({
  name: visibleInput('Please enter a name.').max(100, { error: 'Please use at most 100 characters.' }),
  scopes: z
    .array(z.enum(tokenScopes))
    .min(1, { error: 'Please choose what the token may do.' })
    .max(tokenScopes.length),
  currentPassword,
})
export type CreateTokenPayload = z.infer<typeof createTokenSchema>

/** A new token, with its text, which no later response contains. */
export const createdTokenSchema = tokenSchema.extend({ token: z.string() })
export type CreatedToken = z.infer<typeof createdTokenSchema>

export const signInOptionsSchema = z.object({
  /** Whether "Continue with Google" leads somewhere. */
  google: z.boolean(),
  /** Name of the operator's OpenID provider; null without one. */
  oidc: z.string().nullable(),
  /** Whether a mail server is configured. */
  mail: z.boolean(),
  /** Whether responses contain the links that would be emailed: without a mail server, and never in production. */
  showsLinks: z.boolean(),
  /** Whether everyone may create an account, or only users with an invitation. */
  registration: z.enum(['open', 'closed']),
})

/** A user as every route returns them, without password, tokens or provider ids. Dates are ISO 8601. */
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
  questionsUsed: z.int(),
  audioMinutesUsed: z.int(),
  exportsUsed: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type User = z.infer<typeof userSchema>
