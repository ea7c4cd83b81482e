import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { type CallContract, errorBodySchema } from '../../shared/api/contract.ts'
import { requireActor } from './actor.ts'

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a handler of a call gets: the parsed input, and the request and reply for the rest. */
export interface CallInput<C extends CallContract> {
  params: OutputOf<C['params']>
  query: OutputOf<C['query']>
  body: OutputOf<C['body']>
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler of a call answers: a status of the contract with the body that belongs to it. */
export type CallAnswer<C extends CallContract> = {
  [S in keyof C['responses']]: { status: S; body: OutputOf<C['responses'][S]> }
}[keyof C['responses']]

/** An answer of a call: its status, kept as a literal, and the body that belongs to it. */
export function answer<const S extends number, B>(status: S, body: B): { status: S; body: B } {
  return { status, body }
}

const errorResponses = { '4xx': errorBodySchema, '5xx': errorBodySchema }

/**
 * Registers one call of the shared contract as a route: input parsed by its schemas, answers written by them.
 */
export function addCall<C extends CallContract>(
  app: FastifyInstance,
  call: C,
  handler: (input: CallInput<C>) => Promise<CallAnswer<C>>,
  options: RouteShorthandOptions = {},
): void {
  app.route({
    ...options,
    ...(call.signedIn === true ? { onRequest: async (request) => void requireActor(request) } : {}),
    method: call.method,
    url: call.path,
    schema: {
      summary: call.summary,
      ...(call.description === undefined ? {} : { description: call.description }),
      tags: [call.tag ?? call.path.split('/')[2] ?? 'api'],
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.query === undefined ? {} : { querystring: call.query }),
      ...(call.body === undefined ? {} : { body: call.body }),
      response: { ...call.responses, ...errorResponses },
    },
    handler: async (request, reply) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's validator compiler has parsed them by these very schemas
      const input = { params: request.params, query: request.query, body: request.body, request, reply } as CallInput<C>
      const { status, body } = await handler(input)
      return reply.code(Number(status)).send(body)
    },
  })
}
