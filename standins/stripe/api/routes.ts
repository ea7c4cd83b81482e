import { checkoutRoutes } from './resources/checkout-sessions.ts'
import { customerRoutes } from './resources/customers.ts'
import { accountRoutes, endpointRoutes, eventRoutes } from './resources/events.ts'
import { invoiceRoutes } from './resources/invoices.ts'
import { configurationRoutes } from './resources/portal-configurations.ts'
import { portalSessionRoutes } from './resources/portal-sessions.ts'
import { priceRoutes } from './resources/prices.ts'
import { productRoutes } from './resources/products.ts'
import { subscriptionRoutes } from './resources/subscriptions.ts'
import { idsOf, type Route } from './route.ts'

const routes: readonly Route[] = [
  ...accountRoutes,
  ...checkoutRoutes,
  ...configurationRoutes,
  ...customerRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...portalSessionRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...subscriptionRoutes,
]

/** The call that a method and a path stand for. */
export function findRoute(method: string, path: string): { route: Route; ids: string[] } | undefined {
  for (const route of routes) {
    const ids = route.method === method ? idsOf(route, path) : undefined
    if (ids !== undefined) return { route, ids }
  }
  return undefined
}
