/** Longest answer of a server, in bytes: many times what the longest answer of a model takes on the wire. */
const MOST_BYTES = 64 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 15_000

export type Fetch = typeof fetch

/** Ends with an error when more bytes than the limit come through. */
function bounded(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength
        if (bytes > MOST_BYTES) controller.error(new Error('The answer is larger than any answer should be.'))
        else controller.enqueue(chunk)
      },
    }),
  )
}

/**
 * The fetch under every request to a model. It follows no redirect, because keys and texts are for the configured
 * address alone; it bounds what is read; and unless another one is handed in, it waits for as long as the caller
 * does: Node's own gives up after five minutes without a byte (https://undici.nodejs.org/#/docs/api/Client), which a
 * model on a small machine can need.
 */
export function createTransport(inner?: Fetch): Fetch {
  // Loaded with the first question.
  const open = async () => {
    const { Agent } = await import('undici')
    return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT_MS } })
  }
  let opened: ReturnType<typeof open> | undefined
  const ask: Fetch = inner ?? (async (input, init) => fetch(input, { ...init, dispatcher: await (opened ??= open()) }))
  return async (input, init) => {
    const response = await ask(input, { ...init, redirect: 'manual' })
    if (response.body === null) return response
    return new Response(bounded(response.body), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
}
