import type { CustomFetch } from 'openid-client'

/** Longest answer of a provider; the longest of Google's, its keys, has some 3 KB. */
const MAX_BYTES = 256 * 1024

/** Fetches, and gives up on an answer that is longer than any that a provider has reason to send. */
export const fetchBounded: CustomFetch = async (url, options) => {
  const response = await fetch(url, options)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, statusText, headers })
}
