import { z } from 'zod'
import { cancellationStatuses } from '../../shared/billing.ts'
import { visibleInput } from '../../shared/text-input.ts'
import { defineContract } from './contract.ts'

const when = z.iso.datetime()
const requestId = z.uuid({ error: 'must be the id of a request, as precis cancellations list shows it' })

/** A request to cancel, as operators see it. */
const cancellationFactsSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  email: z.string(),
  /** Name of the plan that the person has now. */
  plan: z.string(),
  paidUntil: when.nullable(),
  reason: z.string(),
  status: z.enum(cancellationStatuses),
  createdAt: when,
  processedAt: when.nullable(),
  answer: z.string().nullable(),
})
export type ShownCancellation = z.output<typeof cancellationFactsSchema>

const cancellationListSchema = z.object({
  cancellations: z.array(cancellationFactsSchema),
  /** Whether there are more than were asked for. */
  more: z.boolean(),
})
export type CancellationList = z.output<typeof cancellationListSchema>

/** Requests to cancel, the oldest first. */
export const listCancellationsContract = defineContract({
  name: 'cancellations.list',
  input: z.object({
    status: z.enum([...cancellationStatuses, 'all']).default('pending'),
    limit: z.int().min(1).max(10_000).default(100),
  }),
  output: cancellationListSchema,
})

const settledSchema = z.object({
  cancellation: cancellationFactsSchema,
  /** The subscriptions that end, or would end: at once where they wait for money, else with their period. */
  subscriptions: z.array(z.object({ id: z.string(), atOnce: z.boolean() })),
  /** False for a request that had been answered so before: nothing is done again. */
  settledNow: z.boolean(),
  /** Whether the plan was given by an operator: it goes on, whatever ends beside it. */
  isGiven: z.boolean(),
  /** Whether its person is mailed, or would be. */
  isMailed: z.boolean(),
  dryRun: z.boolean(),
})
export type SettledCancellation = z.output<typeof settledSchema>

/** Has a subscription end with the period that is paid for, or at once where it waits for money. */
export const processCancellationContract = defineContract({
  name: 'cancellations.process',
  input: z.object({ id: requestId, dryRun: z.boolean() }),
  output: settledSchema,
})

/** Turns a request down, with a word to its person. */
export const rejectCancellationContract = defineContract({
  name: 'cancellations.reject',
  input: z.object({
    id: requestId,
    answer: visibleInput('must tell the person why').max(2000, { error: 'must have at most 2,000 characters' }),
    dryRun: z.boolean(),
  }),
  output: settledSchema,
})
