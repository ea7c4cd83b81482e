import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startLoopbackServer } from '../standins/loopback-server.ts'

/** The checked part of OTLP over HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
const valueSchema = z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() })
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? null])),
  )
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  status: z.object({ code: z.number().optional() }).optional(),
  attributes: attributesSchema,
})
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

export type CollectedSpan = z.infer<typeof spanSchema>

/** A trace collector. */
export interface TraceCollector {
  origin: string
  spans: CollectedSpan[]
  /** Resource attributes of the senders. */
  resources: Record<string, string | number | null>[]
  /** All received bodies. */
  raw: () => string
  /** Headers of the last request. */
  lastHeaders: () => Record<string, unknown>
  stop: () => Promise<void>
}

/** @param answers false: accepts requests and never responds */
export async function startTraceCollector({ answers = true } = {}): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const resources: TraceCollector['resources'] = []
  let raw = ''
  let lastHeaders: Record<string, unknown> = {}
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    raw += body
    lastHeaders = request.headers
    for (const { resource, scopeSpans } of requestSchema.parse(JSON.parse(body)).resourceSpans) {
      resources.push(resource.attributes)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const { origin, stop } = await startLoopbackServer((request, response) => {
    void take(request, response)
  })
  return {
    origin,
    spans,
    resources,
    raw: () => raw,
    lastHeaders: () => lastHeaders,
    stop,
  }
}
