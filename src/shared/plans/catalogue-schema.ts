import { z } from 'zod'

export const planIds = ['starter', 'lite', 'pro', 'elite'] as const
export type PlanId = (typeof planIds)[number]

/** One plan: every price, quota, limit and right that any screen or check reads. */
export const planSchema = z.object({
  id: z.enum(planIds),
  name: z.string().min(1),
  /** One line under the name. */
  description: z.string(),
  price: z.object({
    /** Minor units (cents) a month; 0 is free. */
    amount: z.int().min(0),
    /** ISO 4217, lower case as payment providers write it. */
    currency: z.string().regex(/^[a-z]{3}$/),
  }),
  /** Summaries a month; null is unlimited. */
  summariesPerMonth: z.int().min(1).nullable(),
  /** Questions that language models answer, a month; null is unlimited. Passages found without a model don't count. */
  questionsPerMonth: z.int().min(1).nullable().default(null),
  /** Minutes of recordings that are transcribed, a month; null is unlimited. Published transcripts don't count. */
  audioMinutesPerMonth: z.int().min(1).nullable().default(null),
  /** Longest pasted text, in characters. */
  textLimitCharacters: z.int().min(1),
  exports: z.boolean(),
  ebooks: z.boolean(),
  /** Advanced summaries, about five times longer, with notable quotes. */
  advanced: z.boolean(),
  /** Shown as the recommended one. */
  highlighted: z.boolean().default(false),
})
export type Plan = z.infer<typeof planSchema>

/** Limits and features of a plan. Tables by feature make the compiler ask for a new one wherever plans are described. */
export type PlanFeature = Exclude<keyof Plan, 'id' | 'name' | 'description' | 'price' | 'highlighted'>

/** All plans an installation sells, cheapest first; the free one is first. */
export const planCatalogueSchema = z
  .object({ name: z.string().min(1), plans: z.array(planSchema).min(1) })
  .check((context) => {
    const { plans } = context.value
    const complain = (message: string, path: (string | number)[]) => {
      context.issues.push({ code: 'custom', input: context.value, message, path })
    }
    if (plans[0]?.id !== 'starter') complain('The first plan must be "starter".', ['plans', 0, 'id'])
    if (plans[0] !== undefined && plans[0].price.amount !== 0)
      complain('Starter must be free.', ['plans', 0, 'price', 'amount'])
    plans.forEach((plan, index) => {
      if (plans.findIndex((other) => other.id === plan.id) !== index)
        complain(`Plan "${plan.id}" appears twice.`, ['plans', index, 'id'])
      const before = plans[index - 1]
      if (before !== undefined && before.price.amount >= plan.price.amount) {
        complain('Plans must be in order of rising price.', ['plans', index, 'price', 'amount'])
      }
    })
  })
export type PlanCatalogue = z.infer<typeof planCatalogueSchema>
