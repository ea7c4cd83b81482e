import { z } from 'zod'
import { invalid } from '../../engine/failure.ts'
import { configurationOf, priceOf, productOf } from '../../engine/find.ts'
import { newId } from '../../engine/ids.ts'
import {
  allowedUpdateSchema,
  type Configuration,
  customerUpdateSchema,
  feedbackSchema,
  prorationBehaviorSchema,
  type World,
} from '../../engine/records.ts'
import { toConfiguration } from '../../wire/portal.ts'
import { pageOf } from '../paging.ts'
import { boolean, call, listCall, listOf, metadata, text, unsettable, webAddress, withMetadata } from '../params.ts'
import { type Route, route } from '../route.ts'

const features = z.strictObject({
  customer_update: z
    .strictObject({ enabled: boolean.optional(), allowed_updates: listOf(customerUpdateSchema).optional() })
    .optional(),
  invoice_history: z.strictObject({ enabled: boolean }).optional(),
  payment_method_update: z.strictObject({ enabled: boolean }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: boolean.optional(),
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: prorationBehaviorSchema.optional(),
      cancellation_reason: z.strictObject({ enabled: boolean, options: listOf(feedbackSchema).optional() }).optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: boolean.optional(),
      default_allowed_updates: listOf(allowedUpdateSchema).optional(),
      products: listOf(z.strictObject({ product: text, prices: z.array(text).min(1) })).optional(),
      proration_behavior: prorationBehaviorSchema.optional(),
    })
    .optional(),
})

const shape = {
  business_profile: z
    .strictObject({
      headline: unsettable.optional(),
      privacy_policy_url: webAddress.optional(),
      terms_of_service_url: webAddress.optional(),
    })
    .optional(),
  default_return_url: unsettable.optional(),
  metadata: metadata.optional(),
  name: unsettable.optional(),
}
const creation = call({ ...shape, features })
const change = call({ ...shape, features: features.optional(), active: boolean.optional() })

/** What a portal sells has to be there, and to belong together. */
function checkProducts(world: World, products: Configuration['update']['products']): void {
  for (const [index, { product, prices }] of products.entries()) {
    const param = `features[subscription_update][products][${index}]`
    productOf(world, product, `${param}[product]`)
    for (const [at, id] of prices.entries()) {
      const price = priceOf(world, id, `${param}[prices][${at}]`)
      if (price.product !== product)
        throw invalid(`The price ${id} is not associated with product ${product}.`, `${param}[prices][${at}]`)
    }
  }
}

function fillFeatures(configuration: Configuration, given: z.infer<typeof features>): void {
  const { customer_update: customer, subscription_cancel: cancel, subscription_update: update } = given
  const before = configuration
  configuration.customerUpdate = {
    enabled: customer?.enabled ?? before.customerUpdate.enabled,
    allowed: customer?.allowed_updates ?? before.customerUpdate.allowed,
  }
  configuration.invoiceHistory = given.invoice_history?.enabled ?? before.invoiceHistory
  configuration.paymentMethodUpdate = given.payment_method_update?.enabled ?? before.paymentMethodUpdate
  configuration.cancel = {
    enabled: cancel?.enabled ?? before.cancel.enabled,
    mode: cancel?.mode ?? before.cancel.mode,
    prorationBehavior: cancel?.proration_behavior ?? before.cancel.prorationBehavior,
    reasonEnabled: cancel?.cancellation_reason?.enabled ?? before.cancel.reasonEnabled,
    reasons: cancel?.cancellation_reason?.options ?? before.cancel.reasons,
  }
  configuration.update = {
    enabled: update?.enabled ?? before.update.enabled,
    allowed: update?.default_allowed_updates ?? before.update.allowed,
    products: update?.products ?? before.update.products,
    prorationBehavior: update?.proration_behavior ?? before.update.prorationBehavior,
  }
}

function fill(world: World, configuration: Configuration, given: z.infer<typeof change>): void {
  checkProducts(world, given.features?.subscription_update?.products ?? [])
  const { business_profile: profile } = given
  if (given.features !== undefined) fillFeatures(configuration, given.features)
  const { update } = configuration
  if (update.enabled && (update.products.length === 0 || update.allowed.length === 0)) {
    throw invalid(
      'You must provide `products` and `default_allowed_updates` when the `subscription_update` feature is enabled.',
      'features[subscription_update]',
    )
  }
  if (profile?.headline !== undefined) configuration.headline = profile.headline
  configuration.privacyUrl = profile?.privacy_policy_url ?? configuration.privacyUrl
  configuration.termsUrl = profile?.terms_of_service_url ?? configuration.termsUrl
  if (given.default_return_url !== undefined) configuration.defaultReturnUrl = given.default_return_url
  if (given.name !== undefined) configuration.name = given.name
  configuration.active = given.active ?? configuration.active
  configuration.metadata = withMetadata(configuration.metadata, given.metadata)
  configuration.updated = world.time
}

const blank = (time: number): Configuration => ({
  id: newId('bpc'),
  created: time,
  updated: time,
  active: true,
  name: null,
  metadata: {},
  defaultReturnUrl: null,
  headline: null,
  privacyUrl: null,
  termsUrl: null,
  loginPage: false,
  customerUpdate: { enabled: false, allowed: [] },
  invoiceHistory: false,
  paymentMethodUpdate: false,
  cancel: { enabled: false, mode: 'at_period_end', prorationBehavior: 'none', reasonEnabled: false, reasons: [] },
  update: { enabled: false, allowed: [], products: [], prorationBehavior: 'none' },
})

/** https://docs.stripe.com/api/customer_portal/configurations */
export const configurationRoutes: Route[] = [
  route('POST', '/v1/billing_portal/configurations', creation, ({ world }, given) => {
    const configuration = blank(world.time)
    fill(world, configuration, given)
    world.configurations[configuration.id] = configuration
    return toConfiguration(configuration)
  }),
  route(
    'GET',
    '/v1/billing_portal/configurations',
    listCall({ active: boolean.optional(), is_default: boolean.optional() }),
    ({ world }, { active, is_default: isDefault, ...paging }) => {
      const found = Object.values(world.configurations).filter(
        (configuration) => (active === undefined || configuration.active === active) && isDefault !== true,
      )
      const url = '/v1/billing_portal/configurations'
      return pageOf(found, paging, { what: 'configuration', url, show: toConfiguration })
    },
  ),
  route('GET', '/v1/billing_portal/configurations/:id', call({}), ({ world }, _, id) =>
    toConfiguration(configurationOf(world, id)),
  ),
  route('POST', '/v1/billing_portal/configurations/:id', change, ({ world }, given, id) => {
    const configuration = configurationOf(world, id)
    const changed = { ...configuration }
    fill(world, changed, given)
    world.configurations[id] = changed
    return toConfiguration(changed)
  }),
]
