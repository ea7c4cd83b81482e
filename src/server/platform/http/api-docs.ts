import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { calls } from '../../../shared/api/calls.ts'
import { type CallContract, errorBodySchema } from '../../../shared/api/contract.ts'
import { content } from '../../../shared/content.ts'
import { salesText } from '../../../shared/sales-text.ts'
import { citationSchema } from '../../../shared/summary/citation.ts'
import { summarySchema } from '../../../shared/summary/summary.ts'
import { pagePartSchema, summaryPageSchema } from '../../../shared/summary/summary-page.ts'
import descriptions from './api-descriptions.json' with { type: 'json' }
import tags from './api-tags.json' with { type: 'json' }
import { type PrebuiltBody, prebuildBody, sendPrebuilt } from './prebuilt-body.ts'

const DOCS_PATH = '/api/docs'

/** Swagger UI uses inline styles. */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

const salesTags: ReadonlySet<string> = new Set(['plans', 'subscription', 'webhooks'])

/** Notes on calls by name, in addition to the contracts' one-line summaries. */
const notes: Partial<Record<string, string>> = descriptions
const allCalls = Object.entries<CallContract>(calls)

/** Schemas that many responses share, by their names in the document. */
const components = {
  Error: errorBodySchema,
  Summary: summarySchema,
  SummaryPage: summaryPageSchema,
  PagePart: pagePartSchema,
  Citation: citationSchema,
}
for (const [id, schema] of Object.entries(components)) z.globalRegistry.add(schema, { id })

/** Adds the shared schemas, without the variants for request bodies that the library adds too. */
const transformObject: SwaggerTransformObject = (input) => {
  const document = jsonSchemaTransformObject(input)
  const schemas = 'components' in document ? document.components?.schemas : undefined
  for (const name of Object.keys(schemas ?? {})) if (!(name in components)) delete schemas?.[name]
  return document
}

/** Response of routes without a response schema, which all redirect. */
const redirect = { 302: { type: 'null', description: 'Redirect to the URL in Location' } }

const createTransform =
  (sells: boolean): SwaggerTransform =>
  (input) => {
    const described = jsonSchemaTransform(input)
    const { schema, url } = described
    const [name = ''] = allCalls.find(([, { method, path }]) => method === input.route.method && path === url) ?? []
    const description = notes[name]
    const access = input.route.config?.access
    const token = access === undefined || access === 'session' ? [] : [{ token: [access] }]
    const added: FastifySchema = {
      ...(description === undefined ? {} : { description: salesText(description, sells) }),
      ...(access === undefined ? {} : { security: [{ session: [] }, ...token] }),
      ...(schema.response === undefined ? { response: redirect } : {}),
    }
    return { schema: { ...schema, ...added }, url }
  }

/** Sends the OpenAPI document from memory; the plugin would serialize it for each request. */
function sendDescription(app: FastifyInstance) {
  const build = (type: string, write: () => string) => {
    let body: Promise<PrebuiltBody> | undefined
    return async (request: FastifyRequest, reply: FastifyReply) =>
      sendPrebuilt(request, reply.type(type), await (body ??= prebuildBody(write())))
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
 * Serves the OpenAPI document at `/api/docs/json`, generated from the schemas that validate requests, and Swagger UI at
 * `/api/docs`. Must be registered before the routes that it documents.
 * @param options.sells whether there are calls for plans and payments
 */
export async function documentApi(
  app: FastifyInstance,
  { sessionCookie, sells }: { sessionCookie: string; sells: boolean },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${content.productName} API`, description: content.description, version: '1' },
      tags: sells ? tags : tags.filter(({ name }) => !salesTags.has(name)),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in.' },
          token: { type: 'http', scheme: 'bearer', description: 'An API token with the named scope.' },
        },
      },
    },
    transform: createTransform(sells),
    transformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: DOCS_POLICY,
    uiHooks: { preHandler: sendDescription(app) },
  })
}
