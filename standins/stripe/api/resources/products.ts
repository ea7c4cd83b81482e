import type { z } from 'zod'
import { emit, emitUpdate } from '../../engine/events.ts'
import { invalid } from '../../engine/failure.ts'
import { priceOf, productOf } from '../../engine/find.ts'
import { newProduct } from '../../engine/new-product.ts'
import type { Product } from '../../engine/records.ts'
import { toProduct } from '../../wire/goods.ts'
import { pageOf } from '../paging.ts'
import {
  boolean,
  call,
  isWithin,
  listCall,
  listOf,
  metadata,
  range,
  text,
  unsettable,
  withMetadata,
} from '../params.ts'
import { type Route, route } from '../route.ts'

const shape = {
  active: boolean.optional(),
  description: unsettable.optional(),
  images: listOf(text).optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.optional(),
  tax_code: unsettable.optional(),
  unit_label: unsettable.optional(),
  url: unsettable.optional(),
}
const creation = call({ ...shape, id: text.optional(), name: text })
const change = call({ ...shape, name: text.optional(), default_price: text.optional() })

function fill(product: Product, given: Partial<z.infer<typeof change>>): void {
  if (given.name !== undefined) product.name = given.name
  if (given.active !== undefined) product.active = given.active
  if (given.description !== undefined) product.description = given.description
  if (given.images !== undefined) product.images = given.images
  if (given.statement_descriptor !== undefined) product.statementDescriptor = given.statement_descriptor
  if (given.tax_code !== undefined) product.taxCode = given.tax_code
  if (given.unit_label !== undefined) product.unitLabel = given.unit_label
  if (given.url !== undefined) product.url = given.url
  product.metadata = withMetadata(product.metadata, given.metadata)
}

const listing = listCall({
  active: boolean.optional(),
  ids: listOf(text).optional(),
  created: range.optional(),
})

/** https://docs.stripe.com/api/products */
export const productRoutes: Route[] = [
  route('POST', '/v1/products', creation, (engine, given) => {
    const { world } = engine
    if (given.id !== undefined && world.products[given.id] !== undefined) {
      throw invalid(`Product already exists.`, 'id', 'resource_already_exists')
    }
    const product = newProduct(world, given.name, given.id)
    fill(product, given)
    emit(engine, 'product.created', toProduct(product))
    return toProduct(product)
  }),
  route('GET', '/v1/products', listing, ({ world }, { active, ids, created, ...paging }) => {
    const found = Object.values(world.products).filter(
      (product) =>
        (active === undefined || product.active === active) &&
        (ids === undefined || ids.includes(product.id)) &&
        isWithin(product.created, created),
    )
    return pageOf(found, paging, { what: 'product', url: '/v1/products', show: toProduct })
  }),
  route('GET', '/v1/products/:id', call({}), ({ world }, _, id) => toProduct(productOf(world, id))),
  route('POST', '/v1/products/:id', change, (engine, given, id) => {
    const { world } = engine
    const product = productOf(world, id)
    const { default_price: price } = given
    if (price !== undefined && priceOf(world, price, 'default_price').product !== id) {
      throw invalid(`The price ${price} belongs to another product.`, 'default_price')
    }
    const show = (): object => toProduct(product)
    emitUpdate(engine, 'product.updated', show, () => {
      fill(product, given)
      if (price !== undefined) product.defaultPrice = price
      product.updated = world.time
    })
    return toProduct(product)
  }),
]
