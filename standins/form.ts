import type { IncomingMessage } from 'node:http'

const MAX_BODY_BYTES = 16 * 1024

/** A form that none of our pages can have made. */
export class FormTooLarge extends Error {
  constructor() {
    super('The form is too large.')
  }
}

/** Reads a form. Throws FormTooLarge when it is larger than any page of ours can make it. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) throw new FormTooLarge()
    chunks.push(piece)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
