import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Content codings, the better first, by their names in `Accept-Encoding`. */
const codings = ['br', 'gzip'] as const

type Coding = (typeof codings)[number]

/** A body that is the same for everyone: all responses share its buffers. */
export interface PrebuiltBody {
  identity: Buffer
  compressed: Record<Coding, Buffer>
  etag: string
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Compresses a text as well as possible, for a body that is sent many times. */
export async function prebuildBody(text: string): Promise<PrebuiltBody> {
  const [br, gz] = await Promise.all([
    compressors.br(text),
    compressors.gzip(text, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return {
    identity: Buffer.from(text),
    compressed: { br, gzip: gz },
    etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
  }
}

/** Negotiates the content coding (`Accept-Encoding`, RFC 9110, section 12.5.3). */
const negotiator = new Negotiator({ supportedValues: [...codings] })

function codingFor(request: FastifyRequest): Coding | undefined {
  const taken = negotiator.negotiate((request.headers['accept-encoding'] ?? '').toLowerCase())
  return codings.find((name) => name === taken)
}

function varyBy(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? name : `${String(vary)}, ${name}`)
}

/** Sends a prebuilt body, or 304 to a client that has it. The caller sets its content type. */
export function sendPrebuilt(request: FastifyRequest, reply: FastifyReply, body: PrebuiltBody): FastifyReply {
  const { identity, compressed, etag } = body
  varyBy(reply, 'Accept-Encoding')
  reply.header('cache-control', 'no-cache').header('etag', etag)
  const isKnown = reply.statusCode === 200 && request.headers['if-none-match']?.split(/(?<!\s)\s*,\s*/).includes(etag)
  if (isKnown === true) return reply.code(304).removeHeader('content-type').send()
  const coding = codingFor(request)
  return coding === undefined ? reply.send(identity) : reply.header('content-encoding', coding).send(compressed[coding])
}
