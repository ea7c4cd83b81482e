import { z } from 'zod'
import { formatMoney } from '../../../shared/format.ts'
import { type Plan, type PlanCatalogue, planCatalogueSchema, planSchema } from '../../../shared/plans/catalogue.ts'
import { findJsonLines, type JsonLines, lineOf } from './json-lines.ts'
import { readCatalogue } from './load-catalogue.ts'

const remarkSchema = z.object({
  /** Of the file, counted from 1; null where it is about no line. */
  line: z.int().nullable(),
  message: z.string(),
})

/** What there is to say of a file that should be a plan catalogue. */
const catalogueReportSchema = z.object({
  file: z.string(),
  valid: z.boolean(),
  /** What keeps it from being one. */
  faults: z.array(remarkSchema),
  /** What is allowed, but may not be meant. */
  warnings: z.array(remarkSchema),
  /** Null where there are faults. */
  catalogue: planCatalogueSchema.nullable(),
})
export type CatalogueReport = z.output<typeof catalogueReportSchema>

type Remark = z.output<typeof remarkSchema>
/** Path in dots and what there is to say of it. */
type Oddity = readonly [path: string, message: string]

/** Least sum that Stripe charges in its main currencies (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const LEAST_CHARGE = 50

/** Where a plan holds less than a cheaper one. */
function lossesOf(plan: Plan, cheaper: Plan): string[] {
  const count = (summaries: number | null): number => summaries ?? Number.POSITIVE_INFINITY
  const losses: string[] = []
  if (count(plan.summariesPerMonth) < count(cheaper.summariesPerMonth)) losses.push('fewer summaries')
  if (plan.textLimitCharacters < cheaper.textLimitCharacters) losses.push('a lower text limit')
  if (cheaper.exports && !plan.exports) losses.push('no exports')
  if (cheaper.ebooks && !plan.ebooks) losses.push('no e-books')
  if (cheaper.advanced && !plan.advanced) losses.push('no advanced summaries')
  return losses
}

const gives = ({ summariesPerMonth, textLimitCharacters, exports, ebooks, advanced }: Plan): string =>
  JSON.stringify([summariesPerMonth, textLimitCharacters, exports, ebooks, advanced])

function comparePlans({ plans }: PlanCatalogue): Oddity[] {
  return plans.flatMap((plan, index) => {
    const odd: Oddity[] = []
    for (const cheaper of plans.slice(0, index)) {
      const losses = lossesOf(plan, cheaper)
      if (losses.length > 0)
        odd.push([`plans.${index}`, `${plan.name} costs more than ${cheaper.name} and holds ${losses.join(', ')}.`])
      if (plan.name === cheaper.name) odd.push([`plans.${index}.name`, `Two plans are called ${plan.name}.`])
    }
    const before = plans[index - 1]
    if (before !== undefined && gives(before) === gives(plan))
      odd.push([`plans.${index}`, `${plan.name} costs more than ${before.name} and gives nothing more.`])
    return odd
  })
}

function checkPrice({ name, price }: Plan, path: string): Oddity[] {
  const { amount, currency } = price
  if (amount === 0) return []
  const odd: Oddity[] = []
  const code = currency.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(code)) {
    odd.push([`${path}.currency`, `${code} is a currency that nobody here knows.`])
  }
  if (amount < LEAST_CHARGE)
    odd.push([`${path}.amount`, `${name} costs ${formatMoney(amount, currency)}, less than Stripe charges.`])
  return odd
}

function checkPrices({ plans }: PlanCatalogue): Oddity[] {
  const odd = plans.flatMap((plan, index) => checkPrice(plan, `plans.${index}.price`))
  const currencies = new Set(plans.filter(({ price }) => price.amount > 0).map(({ price }) => price.currency))
  if (currencies.size > 1)
    odd.push(['plans', `Prices are in ${[...currencies].join(', ')}: nobody pays in two currencies at Stripe.`])
  if (plans.length === 1) odd.push(['plans', 'Nothing is sold: there is no plan but the free one.'])
  return odd
}

function checkHighlights({ plans }: PlanCatalogue): Oddity[] {
  const highlighted = plans.filter((plan) => plan.highlighted)
  if (highlighted.length > 1)
    return [['plans', `Several plans are highlighted: ${highlighted.map(({ name }) => name).join(', ')}.`]]
  return plans[0]?.highlighted === true ? [['plans.0.highlighted', 'The free plan is the highlighted one.']] : []
}

/** Fields that no plan has: mostly names that were mistyped. */
function checkFields({ lines, repeated }: JsonLines): Oddity[] {
  const known = [planCatalogueSchema.shape, planSchema.shape, planSchema.shape.price.shape].map(Object.keys)
  const unknown = [...lines.keys()].filter((path) => {
    const [, top, field, priceField] = /^([^.]+)(?:\.\d+\.([^.]+)(?:\.([^.]+))?)?/.exec(path) ?? []
    if (top === undefined) return false
    if (!known[0]?.includes(top)) return !path.includes('.')
    if (field !== undefined && !known[1]?.includes(field)) return path.split('.').length === 3
    return priceField !== undefined && field === 'price' && !known[2]?.includes(priceField)
  })
  return [
    ...unknown.map((path): Oddity => [path, `${path} is no field of a catalogue, and is not looked at.`]),
    ...repeated.map((path): Oddity => [path, `${path} stands twice; the last one counts.`]),
  ]
}

/**
 * Checks a plan catalogue: every fault by its line, and what is allowed but may not be meant.
 *
 * @param nameOrPath name of a shipped one, or the path of a file
 */
export function checkCatalogue(nameOrPath: string): CatalogueReport {
  const { file, json, catalogue, faults } = readCatalogue(nameOrPath)
  const lines = json === null ? null : findJsonLines(json)
  const remark = (path: string, message: string): Remark => ({
    line: lines === null ? null : lineOf(lines, path),
    message,
  })
  const odd = [
    ...(lines === null ? [] : checkFields(lines)),
    ...(catalogue === null
      ? []
      : [...comparePlans(catalogue), ...checkPrices(catalogue), ...checkHighlights(catalogue)]),
  ]
  return {
    file,
    valid: catalogue !== null,
    faults: faults.map(({ path, message }) => remark(path, path === '' ? message : `${path}: ${message}`)),
    warnings: odd.map(([path, message]) => remark(path, message)).sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    catalogue,
  }
}
