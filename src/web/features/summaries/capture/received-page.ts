import { useEffect, useState } from 'react'
import { z } from 'zod'
import { randomId } from '../../../lib/random-id.ts'

const pageSchema = z.object({
  url: z.httpUrl(),
  title: z.string(),
  html: z.string().optional(),
  /** Captions of a video, with times. */
  transcript: z.string().optional(),
  /** The reason why nothing was collected. Its words are our own: any site can send this. */
  failure: z.enum(['empty', 'no_captions']).optional(),
})
export type HandedOverPage = z.infer<typeof pageSchema>

const messageSchema = pageSchema.extend({ type: z.literal('precis-page'), ticket: z.string() })

/** Reads a message of the window that opened this one; null for anything else. */
function pageIn(
  { data, origin }: Pick<MessageEvent<unknown>, 'data' | 'origin'>,
  ticket: string,
): HandedOverPage | null {
  const message = messageSchema.safeParse(data).data
  // A page can only send itself, once, and only when this window has asked for it.
  if (message === undefined || message.ticket !== ticket || URL.parse(message.url)?.origin !== origin) return null
  const { type: _type, ticket: _ticket, ...page } = message
  return page
}

/** Asks the window that opened this one for its page. Null until it answers; nothing is created from it. */
export function useReceivedPage(): { isExpected: boolean; page: HandedOverPage | null } {
  const [page, setPage] = useState<HandedOverPage | null>(null)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- window.opener has no type
  const opener = window.opener as Window | null
  useEffect(() => {
    if (opener === null) return undefined
    const ticket = randomId()
    const receive = (event: MessageEvent<unknown>): void => {
      const received = event.source === opener ? pageIn(event, ticket) : null
      if (received === null) return
      setPage(received)
      window.removeEventListener('message', receive)
    }
    window.addEventListener('message', receive)
    // Any site may have opened this window, and the message holds nothing secret.
    opener.postMessage({ type: 'precis-ready', ticket }, '*')
    return () => window.removeEventListener('message', receive)
  }, [opener])
  return { isExpected: opener !== null, page }
}
