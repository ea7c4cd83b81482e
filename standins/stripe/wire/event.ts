import type { Endpoint, StoredEvent } from '../engine/records.ts'
import { API_VERSION, type StripeEndpoint, type StripeEvent } from './shapes.ts'

/** https://docs.stripe.com/api/events/object */
export const toEvent = (event: StoredEvent): StripeEvent => ({
  id: event.id,
  object: 'event',
  api_version: API_VERSION,
  created: event.created,
  data: { object: event.object, ...(event.previous === null ? {} : { previous_attributes: event.previous }) },
  livemode: false,
  pending_webhooks: event.deliveries.filter(({ delivered }) => !delivered).length,
  request: { id: event.requestId, idempotency_key: event.idempotencyKey },
  type: event.type,
})

/** https://docs.stripe.com/api/webhook_endpoints/object; the secret is told once. */
export const toEndpoint = (endpoint: Endpoint): StripeEndpoint => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  api_version: endpoint.apiVersion,
  application: null,
  created: endpoint.created,
  description: endpoint.description,
  enabled_events: endpoint.enabledEvents,
  livemode: false,
  metadata: endpoint.metadata,
  status: endpoint.enabled ? 'enabled' : 'disabled',
  url: endpoint.url,
})
