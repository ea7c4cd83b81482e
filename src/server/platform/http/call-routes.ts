import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { type Access, type CallContract, errorBodySchema } from '../../../shared/api/contract.ts'
import { type Actor, requireActor } from '../request-context.ts'
import type { LimitCheck } from './limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As in the contract of a call. API tokens are ignored without it. */
    access?: Access
  }
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Input of a call's handler: the parsed input, and the request and reply for everything else. */
export interface CallInput<C extends CallContract> extends Exchange {
  params: OutputOf<C['params']>
  query: OutputOf<C['query']>
  body: OutputOf<C['body']>
  /** The signed-in user; null if the call needs none. */
  actor: C['access'] extends Access ? Actor : null
}

/** Result of a call's handler: a status of the contract and its body. */
type CallAnswer<C extends CallContract> = {
  [S in keyof C['responses']]: { status: S; body: OutputOf<C['responses'][S]> }
}[keyof C['responses']]

/** Creates the result of a handler of a call with several statuses; keeps the literal type of the status. */
export const answer = <const S extends number, B>(status: S, body: B): { status: S; body: B } => ({ status, body })

type BodyOf<C extends CallContract> = OutputOf<C['responses'][keyof C['responses']]>

/** Handles a call with one status, and returns the body. */
type Handler<C extends CallContract> = (
  input: CallInput<C>,
) => Promise<[BodyOf<C>] extends [undefined] ? void : BodyOf<C>>

/** Aborts when the client disconnects, and after the response. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.on('close', () => gone.abort())
  return gone.signal
}

/** Responses of rejected requests. */
export const errorResponses = { '4xx': errorBodySchema, '5xx': errorBodySchema }

/**
 * Registers a call of the shared contract as a route that parses input and serializes responses by its schemas. For calls
 * with several statuses, of which the handler chooses one.
 */
export function addCallWithStatus<C extends CallContract>(
  app: FastifyInstance,
  call: C,
  { limit, ...options }: RouteShorthandOptions & { limit: LimitCheck | undefined },
  handler: (input: CallInput<C>) => Promise<CallAnswer<C>>,
): void {
  app.route({
    ...options,
    ...(call.access === undefined
      ? {}
      : { onRequest: async (request) => void requireActor(request), config: { access: call.access } }),
    method: call.method,
    url: call.path,
    schema: {
      summary: call.summary,
      tags: [call.tag ?? call.path.split('/')[2] ?? 'api'],
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.query === undefined ? {} : { querystring: call.query }),
      ...(call.body === undefined ? {} : { body: call.body }),
      response: { ...call.responses, ...errorResponses },
    },
    handler: async (request, reply) => {
      await limit?.(request)
      const { params, query, actor } = request
      // No variable holds the body, which `releaseBody` frees.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's validator has parsed them by these schemas
      const input = { params, query, body: request.body, actor, request, reply } as CallInput<C>
      const { status, body } = await handler(input)
      return reply.code(Number(status)).send(body)
    },
  })
}

/** Registers a call with one status, and a limit that is checked before the handler. */
export function addLimitedCall<C extends CallContract>(
  app: FastifyInstance,
  call: C,
  limit: LimitCheck | undefined,
  handler: Handler<C>,
): void {
  const status = Number(Object.keys(call.responses)[0])
  addCallWithStatus<CallContract>(app, call, { limit }, async (input) => ({ status, body: await handler(input) }))
}

/** Registers a call with one status. */
export const addCall = <C extends CallContract>(app: FastifyInstance, call: C, handler: Handler<C>): void =>
  addLimitedCall(app, call, undefined, handler)
