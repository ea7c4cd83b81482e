import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { calls } from '../../shared/api/calls.ts'
import type { CallContract } from '../../shared/api/contract.ts'
import { content } from '../../shared/content.ts'
import { type PrebuiltBody, prebuildBody, sendPrebuilt } from './prebuilt-body.ts'

const DOCS_PATH = '/api/docs'

/** The API's own pages style themselves in line. */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

const tags = [
  { name: 'auth', description: 'Signing in and out. Signing in sets the session cookie.' },
  { name: 'account', description: 'The own account: name, email, password, signed-in browsers, data.' },
  { name: 'plans', description: 'What each plan costs and includes.' },
  { name: 'subscription', description: 'Paying for a plan, changing it, and asking for its end.' },
  { name: 'webhooks', description: 'What the payment provider tells; nobody else can.' },
  { name: 'stats', description: 'Counters of the signed-in person.' },
  { name: 'summaries', description: 'Making, following, reading and deleting summaries.' },
  { name: 'summarizer', description: 'How summaries are made here.' },
  { name: 'feature-suggestions', description: 'What people wish the product did.' },
  { name: 'files', description: 'Sending documents and e-books, and what they turn out to be.' },
  { name: 'health', description: 'For whatever watches over the process.' },
]

const SCHEME = 'session'
const allCalls: readonly CallContract[] = Object.values(calls)

/** For the schema of a route that answers signed-in people only. */
export const signedInOnly = [{ [SCHEME]: [] }]

/** Who is signed in is asked by everyone, but only a session is an answer. */
const needsSession = (method: string, url: string): boolean =>
  allCalls.some(
    (call) => call.method === method && call.path === url && (call.signedIn === true || call === calls.currentUser),
  )

/** Routes that describe no answer of their own lead to a page. */
const redirect = { 302: { type: 'null', description: 'To the page, named in Location' } }

const transform: SwaggerTransform = (input) => {
  const described = jsonSchemaTransform(input)
  const { schema, url } = described
  const secured = needsSession(String(input.route.method), url)
  const added: FastifySchema = {
    ...(secured ? { security: signedInOnly } : {}),
    ...(schema.response === undefined ? { response: redirect } : {}),
  }
  return { schema: { ...schema, ...added }, url }
}

/** Sends the description from memory: it is built once, while the plugin would serialize it for each request. */
function sendDescription(app: FastifyInstance) {
  const build = (type: string, write: () => string) => {
    let body: Promise<PrebuiltBody> | undefined
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      body ??= prebuildBody(write())
      return sendPrebuilt(request, reply.type(type), await body)
    }
  }
  const descriptions = new Map([
    [`${DOCS_PATH}/json`, build('application/json; charset=utf-8', () => JSON.stringify(app.swagger()))],
    [`${DOCS_PATH}/yaml`, build('application/x-yaml', () => app.swagger({ yaml: true }))],
  ])
  return (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const send = descriptions.get(request.routeOptions.url ?? '')
    if (send === undefined) next()
    else send(request, reply).catch((error: unknown) => void reply.send(error))
  }
}

/**
 * Serves the description of the API, made from the very schemas that the server checks with: OpenAPI at
 * `/api/docs/json`, a page for people at `/api/docs`. Register it before the routes it shall know.
 *
 * @param sessionCookie name of the cookie that says who asks
 */
export async function documentApi(app: FastifyInstance, sessionCookie: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: `${content.productName} API`, description: content.description, version: '1' },
      tags,
      components: {
        securitySchemes: {
          [SCHEME]: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in.' },
        },
      },
    },
    transform,
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: DOCS_POLICY,
    uiHooks: { preHandler: sendDescription(app) },
  })
}
