import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import type { Plan, PlanCatalogue, PlanFeature } from '../../shared/plans/catalogue.ts'
import { planCatalogueSchema, planSchema } from '../../shared/plans/catalogue-schema.ts'
import { formatMoney } from '../../shared/text/format.ts'
import { readCatalogue } from './load-catalogue.ts'

const remarkSchema = z.object({
  /** Line of the file, counted from 1; null if it concerns none. */
  line: z.int().nullable(),
  message: z.string(),
})

const catalogueReportSchema = z.object({
  file: z.string(),
  valid: z.boolean(),
  faults: z.array(remarkSchema),
  /** Valid, but probably unintended. */
  warnings: z.array(remarkSchema),
  /** Null if there are errors. */
  catalogue: planCatalogueSchema.nullable(),
})
export type CatalogueReport = z.output<typeof catalogueReportSchema>

type Remark = z.output<typeof remarkSchema>
/** A dotted path and a message about it. */
type Warning = readonly [path: string, message: string]

/** Minimum charge at Stripe in its main currencies (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const MIN_CHARGE = 50

/** How much a plan offers of each feature, and the words for offering less. */
const features: Record<PlanFeature, { amount: (plan: Plan) => number; loss: string }> = {
  summariesPerMonth: {
    amount: ({ summariesPerMonth }) => summariesPerMonth ?? Number.POSITIVE_INFINITY,
    loss: 'fewer summaries',
  },
  questionsPerMonth: {
    amount: ({ questionsPerMonth }) => questionsPerMonth ?? Number.POSITIVE_INFINITY,
    loss: 'fewer questions',
  },
  audioMinutesPerMonth: {
    amount: ({ audioMinutesPerMonth }) => audioMinutesPerMonth ?? Number.POSITIVE_INFINITY,
    loss: 'fewer minutes of recordings',
  },
  textLimitCharacters: { amount: (plan) => plan.textLimitCharacters, loss: 'a lower text limit' },
  exports: { amount: (plan) => Number(plan.exports), loss: 'no exports' },
  ebooks: { amount: (plan) => Number(plan.ebooks), loss: 'no e-books' },
  advanced: { amount: (plan) => Number(plan.advanced), loss: 'no advanced summaries' },
}

/** Lists what a plan lacks compared with a cheaper one. */
const lossesOf = (plan: Plan, cheaper: Plan): string[] =>
  Object.values(features).flatMap(({ amount, loss }) => (amount(plan) < amount(cheaper) ? [loss] : []))

const offersSame = (plan: Plan, other: Plan): boolean =>
  Object.values(features).every(({ amount }) => amount(plan) === amount(other))

function comparePlans({ plans }: PlanCatalogue): Warning[] {
  return plans.flatMap((plan, index) => {
    const odd: Warning[] = []
    for (const cheaper of plans.slice(0, index)) {
      const losses = lossesOf(plan, cheaper)
      if (losses.length > 0)
        odd.push([`plans.${index}`, `${plan.name} costs more than ${cheaper.name} and offers ${losses.join(', ')}.`])
      if (plan.name === cheaper.name) odd.push([`plans.${index}.name`, `Two plans are called ${plan.name}.`])
    }
    const before = plans[index - 1]
    if (before !== undefined && offersSame(before, plan))
      odd.push([`plans.${index}`, `${plan.name} costs more than ${before.name} and gives nothing more.`])
    return odd
  })
}

function checkPrice({ name, price }: Plan, path: string): Warning[] {
  const { amount, currency } = price
  if (amount === 0) return []
  const odd: Warning[] = []
  const code = currency.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(code)) {
    odd.push([`${path}.currency`, `${code} is not a known currency.`])
  }
  if (amount < MIN_CHARGE)
    odd.push([`${path}.amount`, `${name} costs ${formatMoney(amount, currency)}, less than Stripe charges.`])
  return odd
}

function checkPrices({ plans }: PlanCatalogue): Warning[] {
  const odd = plans.flatMap((plan, index) => checkPrice(plan, `plans.${index}.price`))
  const currencies = new Set(plans.filter(({ price }) => price.amount > 0).map(({ price }) => price.currency))
  if (currencies.size > 1)
    odd.push(['plans', `Prices are in ${[...currencies].join(', ')}: a Stripe customer can pay in one currency only.`])
  return odd
}

function checkHighlights({ plans }: PlanCatalogue): Warning[] {
  const highlighted = plans.filter((plan) => plan.highlighted)
  if (highlighted.length > 1)
    return [['plans', `Several plans are highlighted: ${highlighted.map(({ name }) => name).join(', ')}.`]]
  return plans[0]?.highlighted === true ? [['plans.0.highlighted', 'The free plan is the highlighted one.']] : []
}

/** Unknown fields (mostly typos) and duplicate keys. */
function checkFields({ lines, repeated }: JsonLines): Warning[] {
  const known = [planCatalogueSchema.shape, planSchema.shape, planSchema.shape.price.shape].map(Object.keys)
  const unknown = [...lines.keys()].filter((path) => {
    const [, top, field, priceField] = /^([^.]+)(?:\.\d+\.([^.]+)(?:\.([^.]+))?)?/.exec(path) ?? []
    if (top === undefined) return false
    if (!known[0]?.includes(top)) return !path.includes('.')
    if (field !== undefined && !known[1]?.includes(field)) return path.split('.').length === 3
    return priceField !== undefined && field === 'price' && !known[2]?.includes(priceField)
  })
  return [
    ...unknown.map((path): Warning => [path, `Unknown field ${path} is ignored.`]),
    ...repeated.map((path): Warning => [path, `${path} appears twice; the last one wins.`]),
  ]
}

/**
 * Checks a plan catalogue, by the name of a shipped one or the path of a file, and reports errors and warnings with
 * lines.
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

/** Lines on which the values of a JSON text begin, by dotted path ("plans.0.price"). */
interface JsonLines {
  lines: ReadonlyMap<string, number>
  /** Paths of duplicate keys; the last one wins. */
  repeated: readonly string[]
}

/** Finds the lines of the values of a JSON text, which is YAML too, counted from 1. */
export function findJsonLines(text: string): JsonLines {
  const lines = new Map<string, number>()
  const repeated: string[] = []
  const counter = new LineCounter()
  const visit = (value: unknown, path: string): void => {
    if (!isNode(value)) return
    if (lines.has(path)) repeated.push(path)
    lines.set(path, counter.linePos(value.range?.[0] ?? 0).line)
    const at = (key: unknown): string => (path === '' ? String(key) : `${path}.${String(key)}`)
    if (isMap(value)) for (const { key, value: inner } of value.items) visit(inner, at(key))
    if (isSeq(value)) for (const [index, inner] of value.items.entries()) visit(inner, at(index))
  }
  visit(parseDocument(text, { lineCounter: counter, uniqueKeys: false }).contents, '')
  return { lines, repeated }
}

/** The line of a value, or of its nearest existing ancestor. */
export function lineOf({ lines }: JsonLines, path: string): number {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return 1
}
