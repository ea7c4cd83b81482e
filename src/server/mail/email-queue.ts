import { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { JobQueue } from '../jobs/queue.ts'

/** Changes to an account that its user is notified about. */
export const accountNotices = [
  'password_changed',
  'password_reset',
  'email_changed',
  'token_created',
  'google_joined',
  'google_joined_without_password',
  'oidc_joined',
  'oidc_joined_without_password',
  'account_deleted',
] as const
export type AccountNotice = (typeof accountNotices)[number]

/** An email for a job to compose and send. It never carries a token: the job creates one and stores its hash. */
export const emailSchema = z.discriminatedUnion('kind', [
  /** To an address that may or may not have an account; only the job finds out. */
  z.object({ kind: z.literal('password_reset'), email: z.string() }),
  /** A link of the table email_links. */
  z.object({ kind: z.literal('confirm_email'), linkId: z.uuid() }),
  z.object({
    kind: z.literal('notice'),
    notice: z.enum(accountNotices),
    email: z.string(),
    firstName: z.string().nullable(),
  }),
  /** To the operator: a user wants to cancel their subscription. */
  z.object({ kind: z.literal('cancellation_requested'), requestId: z.uuid() }),
  /** To the user: the operator's answer. */
  z.object({ kind: z.literal('cancellation_answered'), requestId: z.uuid() }),
])
export type Email = z.infer<typeof emailSchema>
export type CancellationEmail = Extract<Email, { requestId: string }>

/** Queue of emails. Its name is stored in existing databases. */
export const emailJob = { name: 'email', data: emailSchema }

export interface EmailContext {
  queue: Pick<JobQueue, 'send'>
  canMail: boolean
}

/** Enqueues an email, sent if and only if the transaction commits. Does nothing without a mail server. */
export async function enqueueEmail({ queue, canMail }: EmailContext, tx: Db, email: Email): Promise<void> {
  if (canMail) await queue.send(tx, emailJob, email)
}
