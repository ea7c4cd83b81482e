import { z } from 'zod'
import { newId } from '../engine/engine.ts'
import { emit, emitUpdate } from '../engine/events.ts'
import { invalid } from '../engine/failure.ts'
import { priceOf, productOf } from '../engine/find.ts'
import { intervalSchema, type Price, type Product, type World } from '../engine/records.ts'
import { toPrice, toProduct } from '../wire.ts'
import { boolean, integer, listing, maybeEmpty, metadata, pageOf, text, withMetadata } from './params.ts'
import { type Route, route } from './route.ts'

/** https://docs.stripe.com/api/products */
export const productRoutes: readonly Route[] = [
  route(
    'POST',
    '/v1/products',
    z.strictObject({ name: text, metadata: metadata.optional() }),
    (engine, { name, metadata: given = {} }) => {
      const { world } = engine
      const product: Product = { id: newId('prod'), created: world.time, active: true, name, metadata: given }
      world.products[product.id] = product
      emit(engine, 'product.created', toProduct(product))
      return toProduct(product)
    },
  ),
  route('GET', '/v1/products', listing({ active: boolean.optional() }), ({ world }, wanted) => {
    const found = Object.values(world.products).filter(
      ({ active }) => wanted.active === undefined || active === wanted.active,
    )
    return pageOf(found, wanted, { what: 'product', url: '/v1/products', show: toProduct })
  }),
  route('GET', '/v1/products/:id', z.strictObject({}), ({ world }, _, id) => toProduct(productOf(world, id))),
]

const creation = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/u, 'Invalid currency'),
  unit_amount: integer,
  product: text,
  recurring: z.strictObject({ interval: intervalSchema }),
  lookup_key: text.optional(),
  transfer_lookup_key: boolean.optional(),
  metadata: metadata.optional(),
})

/** Gives a price its lookup key, which another price loses only where it is to be transferred. */
function takeLookupKey(world: World, price: Price, key: string, transfer: boolean): void {
  const holder = Object.values(world.prices).find(({ lookupKey }) => lookupKey === key)
  if (holder !== undefined && !transfer) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists')
  }
  if (holder !== undefined) holder.lookupKey = null
  price.lookupKey = key
}

const wantedPrices = listing({
  lookup_keys: maybeEmpty(text).optional(),
  expand: z.array(z.literal('data.product')).optional(),
})

/** https://docs.stripe.com/api/prices */
export const priceRoutes: readonly Route[] = [
  route('POST', '/v1/prices', creation, (engine, given) => {
    const { world } = engine
    const price: Price = {
      id: newId('price'),
      created: world.time,
      active: true,
      currency: given.currency,
      unitAmount: given.unit_amount,
      lookupKey: null,
      metadata: withMetadata({}, given.metadata),
      product: productOf(world, given.product, 'product').id,
      interval: given.recurring.interval,
    }
    const { lookup_key: key, transfer_lookup_key: transfer = false } = given
    if (key !== undefined) takeLookupKey(world, price, key, transfer)
    world.prices[price.id] = price
    emit(engine, 'price.created', toPrice(price))
    return toPrice(price)
  }),
  route('GET', '/v1/prices', wantedPrices, ({ world }, { lookup_keys: keys, expand, ...paging }) => {
    const found = Object.values(world.prices).filter(
      ({ lookupKey }) => keys === undefined || keys.includes(lookupKey ?? ''),
    )
    const show = (price: Price): object =>
      expand === undefined ? toPrice(price) : { ...toPrice(price), product: toProduct(productOf(world, price.product)) }
    return pageOf(found, paging, { what: 'price', url: '/v1/prices', show })
  }),
  route('GET', '/v1/prices/:id', z.strictObject({}), ({ world }, _, id) => toPrice(priceOf(world, id))),
  route(
    'POST',
    '/v1/prices/:id',
    z.strictObject({ active: boolean.optional(), metadata: metadata.optional() }),
    (engine, given, id) => {
      const price = priceOf(engine.world, id)
      emitUpdate(
        engine,
        'price.updated',
        () => toPrice(price),
        () => {
          price.active = given.active ?? price.active
          price.metadata = withMetadata(price.metadata, given.metadata)
        },
      )
      return toPrice(price)
    },
  ),
]
