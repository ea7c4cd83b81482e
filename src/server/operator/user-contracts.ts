import { z } from 'zod'
import { cancellationSchema } from '../../shared/billing.ts'
import { planIds } from '../../shared/plans/catalogue.ts'
import { visibleInput } from '../../shared/text-input.ts'
import { defineContract } from './contract.ts'

const when = z.iso.datetime()

/** A person as an operator sees them: their plan and what stands behind it, and nothing that opens their account. */
const shownUserSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  authProvider: z.string(),
  createdAt: when,
  plan: z.object({
    /** The plan whose rights count now. */
    id: z.string(),
    name: z.string(),
    state: z.enum(['paid', 'free', 'unrecognized']),
    /** As it stands in the row, whether or not its time has run out. */
    stored: z.string().nullable(),
    source: z.enum(['stripe', 'operator']).nullable(),
    expiresAt: when.nullable(),
  }),
  usage: z.object({
    summariesUsed: z.int(),
    /** Null: unlimited. */
    summariesPerMonth: z.int().nullable(),
    exportsUsed: z.int(),
    monthBegan: when,
    monthEnds: when,
  }),
  stripe: z.object({
    customerId: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    status: z.string().nullable(),
    price: z.int().nullable(),
    currency: z.string().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    syncedAt: when.nullable(),
  }),
  planChanges: z.array(
    z.object({
      at: when,
      operator: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      until: when.nullable(),
      reason: z.string(),
    }),
  ),
  cancellations: z.array(cancellationSchema.extend({ processedAt: when.nullable(), answer: z.string().nullable() })),
})
export type ShownUser = z.output<typeof shownUserSchema>

/** A person, by email or id: their plan, what they have used, and what was done about it. */
export const showUserContract = defineContract({
  name: 'users.show',
  input: z.object({ who: z.string().min(1) }),
  output: shownUserSchema,
})

const planChangeSchema = z.object({
  userId: z.uuid(),
  email: z.string(),
  /** Plan values that counted before and count after; null is Starter. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  until: when.nullable(),
  /** False where the plan was that already. */
  changed: z.boolean(),
  dryRun: z.boolean(),
})
export type ShownPlanChange = z.output<typeof planChangeSchema>

/** Signs a person out of every browser. */
export const signOutContract = defineContract({
  name: 'users.sign-out',
  input: z.object({ who: z.string().min(1), dryRun: z.boolean() }),
  output: z.object({
    userId: z.uuid(),
    email: z.string(),
    /** Browsers that were signed in. */
    sessions: z.int(),
    dryRun: z.boolean(),
  }),
})
export type ShownSignOut = z.output<typeof signOutContract.output>

/** Gives a person a plan that nobody pays for, or takes it away. */
export const setPlanContract = defineContract({
  name: 'users.set-plan',
  input: z.object({
    who: z.string().min(1),
    plan: z.enum(planIds, { error: `must be one of ${planIds.join(', ')}` }),
    reason: visibleInput('must say why').max(1000, { error: 'must have at most 1,000 characters' }),
    until: when.nullable(),
    dryRun: z.boolean(),
  }),
  output: planChangeSchema,
})
