import type { Configuration, Flow, PortalSession } from '../engine/records.ts'
import type { StripeConfiguration, StripePortalSession } from './shapes.ts'

/** https://docs.stripe.com/api/customer_portal/configurations/object */
export const toConfiguration = (configuration: Configuration): StripeConfiguration => ({
  id: configuration.id,
  object: 'billing_portal.configuration',
  active: configuration.active,
  application: null,
  business_profile: {
    headline: configuration.headline,
    privacy_policy_url: configuration.privacyUrl,
    terms_of_service_url: configuration.termsUrl,
  },
  created: configuration.created,
  default_return_url: configuration.defaultReturnUrl,
  features: {
    customer_update: {
      allowed_updates: configuration.customerUpdate.allowed,
      enabled: configuration.customerUpdate.enabled,
    },
    invoice_history: { enabled: configuration.invoiceHistory },
    payment_method_update: { enabled: configuration.paymentMethodUpdate, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: {
        enabled: configuration.cancel.reasonEnabled,
        feedback_options: null,
        options: configuration.cancel.reasons,
      },
      enabled: configuration.cancel.enabled,
      mode: configuration.cancel.mode,
      proration_behavior: configuration.cancel.prorationBehavior,
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: 'unchanged',
      default_allowed_updates: configuration.update.allowed,
      enabled: configuration.update.enabled,
      products: configuration.update.products.map(({ product, prices }) => ({
        adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        prices,
        product,
      })),
      proration_behavior: configuration.update.prorationBehavior,
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'continue_trial',
    },
  },
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: configuration.metadata,
  name: configuration.name,
  updated: configuration.updated,
})

function toFlow(flow: Flow): NonNullable<StripePortalSession['flow']> {
  const { type, returnUrl, message } = flow.afterCompletion
  return {
    after_completion: {
      hosted_confirmation: type === 'hosted_confirmation' ? { custom_message: message } : null,
      redirect: type === 'redirect' ? { return_url: returnUrl ?? '' } : null,
      type,
    },
    customer_update: null,
    subscription_cancel:
      flow.type === 'subscription_cancel' ? { retention: null, subscription: flow.subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm:
      flow.type === 'subscription_update_confirm'
        ? { discounts: null, items: flow.items, subscription: flow.subscription }
        : null,
    type: flow.type,
  }
}

/** https://docs.stripe.com/api/customer_portal/sessions/object */
export const toPortalSession = (url: string, session: PortalSession): StripePortalSession => ({
  id: session.id,
  object: 'billing_portal.session',
  configuration: session.configuration,
  created: session.created,
  customer: session.customer,
  customer_account: null,
  flow: session.flow === null ? null : toFlow(session.flow),
  livemode: false,
  locale: session.locale,
  on_behalf_of: null,
  return_url: session.returnUrl,
  url: `${url}/portal/${session.id}`,
})
