import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { type Access, type CallContract, errorBodySchema } from '../../shared/api/contract.ts'
import { requireActor } from './request-context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As in the contract of a call. API tokens are ignored without it. */
    access?: Access
  }
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined

/** Input of a call's handler: the parsed input, and the request and reply for everything else. */
export interface CallInput<C extends CallContract> {
  params: OutputOf<C['params']>
  query: OutputOf<C['query']>
  body: OutputOf<C['body']>
  request: FastifyRequest
  reply: FastifyReply
}

/** Result of a call's handler: a status of the contract and its body. */
type CallAnswer<C extends CallContract> = {
  [S in keyof C['responses']]: { status: S; body: OutputOf<C['responses'][S]> }
}[keyof C['responses']]

/** Creates the result of a handler; keeps the literal type of the status. */
export function answer<const S extends number, B>(status: S, body: B): { status: S; body: B } {
  return { status, body }
}

const errorResponses = { '4xx': errorBodySchema, '5xx': errorBodySchema }

/** Registers a call of the shared contract as a route that parses input and serializes responses by its schemas. */
export function addCall<C extends CallContract>(
  app: FastifyInstance,
  call: C,
  handler: (input: CallInput<C>) => Promise<CallAnswer<C>>,
  options: RouteShorthandOptions = {},
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's validator has parsed them by these schemas
      const input = { params: request.params, query: request.query, body: request.body, request, reply } as CallInput<C>
      const { status, body } = await handler(input)
      return reply.code(Number(status)).send(body)
    },
  })
}
