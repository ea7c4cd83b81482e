/** Google's longest response, its keys, has about 3 KB. */
const MAX_BYTES = 256 * 1024

/** Fetches a small response from a third party; rejects when it is longer than 256 KB. */
export async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('The response is too long.')
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, statusText, headers })
}
