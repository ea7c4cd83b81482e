import { z } from 'zod'
import type { Engine } from '../../engine/engine.ts'
import { invalid } from '../../engine/failure.ts'
import { endpointOf, eventOf } from '../../engine/find.ts'
import { newId } from '../../engine/ids.ts'
import type { Endpoint, StoredEvent } from '../../engine/records.ts'
import { toAccount, toBalance } from '../../wire/account.ts'
import { toEndpoint, toEvent } from '../../wire/event.ts'
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
  webAddress,
  withMetadata,
} from '../params.ts'
import { type Route, route } from '../route.ts'

const listing = listCall({
  type: text.optional(),
  types: listOf(text).optional(),
  created: range.optional(),
  delivery_success: boolean.optional(),
})

/** `customer.*` stands for all that begin so. */
const isOfType = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted

function listEvents({ world }: Engine, wanted: z.infer<typeof listing>): object {
  const { type, types } = wanted
  if (type !== undefined && types !== undefined)
    throw invalid('You may only specify one of these parameters: type, types.', 'types')
  const all = types ?? (type === undefined ? ['*'] : [type])
  const found = Object.values(world.events).filter(
    (event) =>
      all.some((one) => isOfType(event.type, one)) &&
      isWithin(event.created, wanted.created) &&
      (wanted.delivery_success === undefined ||
        event.deliveries.every(({ delivered }) => delivered) === wanted.delivery_success),
  )
  const show = (event: StoredEvent): object => toEvent(event)
  return pageOf(found, wanted, { what: 'event', url: '/v1/events', show })
}

/** https://docs.stripe.com/api/events */
export const eventRoutes: Route[] = [
  route('GET', '/v1/events', listing, listEvents),
  route('GET', '/v1/events/:id', call({}), ({ world }, _, id) => toEvent(eventOf(world, id))),
]

const eventTypes = z.array(z.string().regex(/^(?:\*|[a-z_]+(?:\.[a-z_]+)+)$/u, 'Invalid event type')).min(1)
const creation = call({
  url: webAddress,
  enabled_events: eventTypes,
  api_version: text.optional(),
  description: unsettable.optional(),
  metadata: metadata.optional(),
})
const change = call({
  url: webAddress.optional(),
  enabled_events: eventTypes.optional(),
  disabled: boolean.optional(),
  description: unsettable.optional(),
  metadata: metadata.optional(),
})

function createEndpoint({ world }: Engine, given: z.infer<typeof creation>): object {
  const endpoint: Endpoint = {
    id: newId('we'),
    created: world.time,
    url: given.url,
    secret: newId('whsec'),
    enabledEvents: given.enabled_events,
    enabled: true,
    description: given.description ?? null,
    metadata: withMetadata({}, given.metadata),
    apiVersion: given.api_version ?? null,
  }
  world.endpoints[endpoint.id] = endpoint
  return { ...toEndpoint(endpoint), secret: endpoint.secret }
}

/** https://docs.stripe.com/api/webhook_endpoints */
export const endpointRoutes: Route[] = [
  route('POST', '/v1/webhook_endpoints', creation, createEndpoint),
  route('GET', '/v1/webhook_endpoints', listCall({}), ({ world }, paging) =>
    pageOf(Object.values(world.endpoints), paging, {
      what: 'webhook endpoint',
      url: '/v1/webhook_endpoints',
      show: toEndpoint,
    }),
  ),
  route('GET', '/v1/webhook_endpoints/:id', call({}), ({ world }, _, id) => toEndpoint(endpointOf(world, id))),
  route('POST', '/v1/webhook_endpoints/:id', change, ({ world }, given, id) => {
    const endpoint = endpointOf(world, id)
    endpoint.url = given.url ?? endpoint.url
    endpoint.enabledEvents = given.enabled_events ?? endpoint.enabledEvents
    if (given.disabled !== undefined) endpoint.enabled = !given.disabled
    if (given.description !== undefined) endpoint.description = given.description
    endpoint.metadata = withMetadata(endpoint.metadata, given.metadata)
    return toEndpoint(endpoint)
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', call({}), ({ world }, _, id) => {
    endpointOf(world, id)
    delete world.endpoints[id]
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

/** What a key is checked with: whose account it is of. */
export const accountRoutes: Route[] = [
  route('GET', '/v1/account', call({}), ({ world }) => toAccount(world)),
  route('GET', '/v1/accounts/:id', call({}), ({ world }, _, id) => {
    if (id !== world.account)
      throw invalid(
        `The provided key does not have access to account '${id}' (or that account does not exist).`,
        undefined,
        'account_invalid',
      )
    return toAccount(world)
  }),
  route('GET', '/v1/balance', call({}), ({ world }) => toBalance(world)),
]
