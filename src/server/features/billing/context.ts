import type { Stripe } from 'stripe'
import type { Context } from '../../db/database.ts'
import type { EmailContext } from '../../mail/email-queue.ts'

export interface SyncContext extends Context {
  /** Null: payments are not configured. */
  stripe: Stripe | null
  /** Public URL of the product; Stripe's hosted pages redirect back to it. */
  appUrl: string
}

export interface BillingContext extends SyncContext, EmailContext {
  webhookSecret: string | null
  /** Whether missing products and prices are created at Stripe: outside production, and without a live key. */
  createsPrices: boolean
}

export type QueueContext = SyncContext & Omit<EmailContext, 'canMail'>
