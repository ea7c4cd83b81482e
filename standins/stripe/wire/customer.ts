import type { Customer } from '../engine/records.ts'
import type { StripeCustomer } from './shapes.ts'

/** https://docs.stripe.com/api/customers/object */
export const toCustomer = (customer: Customer): StripeCustomer => ({
  id: customer.id,
  object: 'customer',
  address: null,
  balance: customer.balance,
  created: customer.created,
  currency: customer.currency,
  customer_account: null,
  default_source: null,
  delinquent: customer.delinquent,
  description: customer.description,
  discount: null,
  email: customer.email,
  invoice_prefix: customer.invoicePrefix,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: customer.metadata,
  name: customer.name,
  next_invoice_sequence: customer.nextInvoice,
  phone: customer.phone,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

/** What is left of a customer (https://docs.stripe.com/api/customers/delete). */
export const toDeletedCustomer = ({ id }: Customer) => ({ id, object: 'customer', deleted: true }) as const
