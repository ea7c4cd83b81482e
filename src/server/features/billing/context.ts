import type { Stripe } from 'stripe'
import type { Context } from '../../db/database.ts'
import type { EmailContext } from '../../mail/email-queue.ts'

export interface SyncContext extends Context {
  /** Null: payments are not configured. */
  stripe: Stripe | null
}

export interface BillingContext extends SyncContext, EmailContext {}

export type QueueContext = SyncContext & Omit<EmailContext, 'canMail'>
