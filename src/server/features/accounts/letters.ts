import { z } from 'zod'
import type { Db, Tx } from '../../db/database.ts'

/** What a notice tells a person has happened to their account. */
export const notices = [
  'password_changed',
  'password_reset',
  'email_changed',
  'google_joined',
  'google_joined_without_password',
  'account_deleted',
] as const

/**
 * A mail to be written and sent by a job. No token ever stands in one: the job makes it, mails it and keeps its hash.
 */
export const letterSchema = z.discriminatedUnion('kind', [
  /** To an address somebody typed, whether or not it has an account: only the job looks. */
  z.object({ kind: z.literal('password_reset'), email: z.string() }),
  /** A link of the table email_links. */
  z.object({ kind: z.literal('confirm_email'), linkId: z.uuid() }),
  z.object({
    kind: z.literal('notice'),
    notice: z.enum(notices),
    email: z.string(),
    firstName: z.string().nullable(),
  }),
  /** To the operator: somebody wants their subscription canceled. */
  z.object({ kind: z.literal('cancellation_requested'), requestId: z.uuid() }),
  /** To the person: what became of their request. */
  z.object({ kind: z.literal('cancellation_answered'), requestId: z.uuid() }),
])
export type Letter = z.infer<typeof letterSchema>

/** Has a letter written and sent if, and only if, the transaction commits; does nothing where no mail server is set. */
export type PostLetter = (tx: Db | Tx, letter: Letter) => Promise<void>
