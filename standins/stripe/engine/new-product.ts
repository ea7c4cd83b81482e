import { newId } from './ids.ts'
import type { Product, World } from './records.ts'

/** A new product of a name. */
export function newProduct(world: World, name: string, id: string = newId('prod')): Product {
  const product: Product = {
    id,
    created: world.time,
    updated: world.time,
    active: true,
    name,
    description: null,
    metadata: {},
    images: [],
    defaultPrice: null,
    statementDescriptor: null,
    unitLabel: null,
    taxCode: null,
    url: null,
  }
  world.products[id] = product
  return product
}
