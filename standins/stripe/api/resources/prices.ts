import { z } from 'zod'
import { emit, emitUpdate } from '../../engine/events.ts'
import { invalid } from '../../engine/failure.ts'
import { priceOf, productOf } from '../../engine/find.ts'
import { newId } from '../../engine/ids.ts'
import { newProduct } from '../../engine/new-product.ts'
import { intervalSchema, type Price, type Product, type World } from '../../engine/records.ts'
import { toPrice, toProduct } from '../../wire/goods.ts'
import { pageOf } from '../paging.ts'
import {
  boolean,
  call,
  integer,
  isWithin,
  listCall,
  listOf,
  metadata,
  range,
  recurring,
  text,
  withMetadata,
} from '../params.ts'
import { type Route, route } from '../route.ts'

const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified'])

const creation = call({
  currency: z.string().regex(/^[a-z]{3}$/iu, 'Invalid currency'),
  unit_amount: integer,
  product: text.optional(),
  product_data: z.strictObject({ name: text, metadata: metadata.optional(), id: text.optional() }).optional(),
  recurring: recurring.optional(),
  active: boolean.optional(),
  billing_scheme: z.literal('per_unit').optional(),
  lookup_key: text.optional(),
  transfer_lookup_key: boolean.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: taxBehavior.optional(),
})

const change = call({
  active: boolean.optional(),
  lookup_key: z.string().max(200).optional(),
  transfer_lookup_key: boolean.optional(),
  metadata: metadata.optional(),
  nickname: z.string().optional(),
  tax_behavior: taxBehavior.optional(),
})

const listing = listCall({
  active: boolean.optional(),
  currency: text.optional(),
  lookup_keys: listOf(text).optional(),
  product: text.optional(),
  recurring: z
    .strictObject({ interval: intervalSchema.optional(), usage_type: z.enum(['licensed', 'metered']).optional() })
    .optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
  created: range.optional(),
})

/** Gives a price a lookup key that one price has at a time; another one gives it away only when asked to. */
function takeLookupKey(world: World, price: Price, key: string, transfer: boolean): void {
  const holder = Object.values(world.prices).find(({ id, lookupKey }) => lookupKey === key && id !== price.id)
  if (holder !== undefined && !transfer) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists')
  }
  if (holder !== undefined) holder.lookupKey = null
  price.lookupKey = key
}

function productFor(world: World, given: z.infer<typeof creation>): { product: Product; isNew: boolean } {
  const { product, product_data: data } = given
  if (product !== undefined) return { product: productOf(world, product, 'product'), isNew: false }
  if (data === undefined) {
    throw invalid(
      'You must specify either `product` or `product_data` when creating a price.',
      'product',
      'parameter_missing',
    )
  }
  const made = newProduct(world, data.name, data.id)
  made.metadata = withMetadata({}, data.metadata)
  return { product: made, isNew: true }
}

function buildPrice(world: World, given: z.infer<typeof creation>): Omit<Price, 'product'> {
  if (given.unit_amount < 0) throw invalid('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer')
  return {
    id: newId('price'),
    created: world.time,
    active: given.active ?? true,
    currency: given.currency.toLowerCase(),
    unitAmount: given.unit_amount,
    lookupKey: null,
    metadata: withMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    recurring:
      given.recurring === undefined
        ? null
        : { interval: given.recurring.interval, count: given.recurring.interval_count ?? 1 },
    taxBehavior: given.tax_behavior ?? 'unspecified',
  }
}

function matches(price: Price, wanted: z.infer<typeof listing>): boolean {
  const type = price.recurring === null ? 'one_time' : 'recurring'
  const { interval, usage_type: usage } = wanted.recurring ?? {}
  return (
    (wanted.active === undefined || price.active === wanted.active) &&
    (wanted.currency === undefined || price.currency === wanted.currency) &&
    (wanted.product === undefined || price.product === wanted.product) &&
    (wanted.type === undefined || type === wanted.type) &&
    (interval === undefined || price.recurring?.interval === interval) &&
    (usage === undefined || (usage === 'licensed' && price.recurring !== null)) &&
    (wanted.lookup_keys === undefined || wanted.lookup_keys.includes(price.lookupKey ?? '')) &&
    isWithin(price.created, wanted.created)
  )
}

const MAX_LOOKUP_KEYS = 10

/** https://docs.stripe.com/api/prices */
export const priceRoutes: Route[] = [
  route('POST', '/v1/prices', creation, (engine, given) => {
    const { world } = engine
    const built = buildPrice(world, given)
    const { product, isNew } = productFor(world, given)
    const price = { ...built, product: product.id }
    if (given.lookup_key !== undefined) {
      takeLookupKey(world, price, given.lookup_key, given.transfer_lookup_key ?? false)
    }
    world.prices[price.id] = price
    if (isNew) emit(engine, 'product.created', toProduct(product))
    emit(engine, 'price.created', toPrice(price))
    return toPrice(price)
  }),
  route('GET', '/v1/prices', listing, ({ world }, wanted) => {
    if ((wanted.lookup_keys ?? []).length > MAX_LOOKUP_KEYS) {
      throw invalid(`You can provide at most ${MAX_LOOKUP_KEYS} lookup_keys.`, 'lookup_keys')
    }
    if (wanted.product !== undefined) productOf(world, wanted.product, 'product')
    const found = Object.values(world.prices).filter((price) => matches(price, wanted))
    return pageOf(found, wanted, { what: 'price', url: '/v1/prices', show: toPrice })
  }),
  route('GET', '/v1/prices/:id', call({}), ({ world }, _, id) => toPrice(priceOf(world, id))),
  route('POST', '/v1/prices/:id', change, (engine, given, id) => {
    const { world } = engine
    const price = priceOf(world, id)
    if (given.tax_behavior !== undefined && price.taxBehavior !== 'unspecified') {
      throw invalid('The `tax_behavior` of a price cannot be changed once it is set.', 'tax_behavior')
    }
    const show = (): object => toPrice(price)
    emitUpdate(engine, 'price.updated', show, () => {
      if (given.lookup_key === '') price.lookupKey = null
      else if (given.lookup_key !== undefined) {
        takeLookupKey(world, price, given.lookup_key, given.transfer_lookup_key ?? false)
      }
      price.active = given.active ?? price.active
      if (given.nickname !== undefined) price.nickname = given.nickname === '' ? null : given.nickname
      price.taxBehavior = given.tax_behavior ?? price.taxBehavior
      price.metadata = withMetadata(price.metadata, given.metadata)
    })
    return toPrice(price)
  }),
]
