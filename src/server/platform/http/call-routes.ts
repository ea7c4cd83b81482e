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

type Handler<C extends CallContract> = (input: CallInput<C>) => Promise<CallAnswer<C>>

/** Creates the result of a handler; keeps the literal type of the status. */
export const answer = <const S extends number, B>(status: S, body: B): { status: S; body: B } => ({ status, body })

/** The empty result of a handler, after its work. */
export async function noContent(work: Promise<void>): Promise<{ status: 204; body: undefined }> {
  await work
  return answer(204, undefined)
}

/** Aborts when the client disconnects, and after the response. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.on('close', () => gone.abort())
  return gone.signal
}

/** Responses of rejected requests. */
export const errorResponses = { '4xx': errorBodySchema, '5xx': errorBodySchema }

/**
 * Registers a call of the shared contract as a route that parses input and serializes responses by its schemas.
 * @param options.limit checked before the handler
 */
export function addCall<C extends CallContract>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  { limit, ...options }: RouteShorthandOptions & { limit?: LimitCheck } = {},
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

/** Registers a call with a limit that is checked before the handler. */
export const addLimitedCall = <C extends CallContract>(
  app: FastifyInstance,
  call: C,
  limit: LimitCheck,
  handler: Handler<C>,
): void => addCall(app, call, handler, { limit })
