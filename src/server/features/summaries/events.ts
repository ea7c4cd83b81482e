import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { emptyPage, type PartialPage } from '../../../shared/partial-page.ts'
import { progressSchema } from '../../../shared/summary.ts'
import { partForms, sourceFlags, sourceKinds } from '../../../shared/summary-page.ts'

/** The end of a partial text, with a checksum of the whole that tells the receiver whether its own beginning fits. */
const tailSchema = z.object({
  /** Length of the omitted beginning, in UTF-16 code units. */
  from: z.int().min(0),
  /** The text after it. */
  text: z.string(),
  sum: z.string(),
})
export type Tail = z.infer<typeof tailSchema>

/** Message between processes about a summary. `changed` means that the row must be read again. */
const messageSchema = z.object({
  id: z.string(),
  event: z.discriminatedUnion('type', [
    z.object({ type: z.literal('progress'), progress: progressSchema }),
    z.object({ type: z.literal('partial'), tail: tailSchema }),
    z.object({ type: z.literal('changed') }),
    z.object({ type: z.literal('deleted') }),
  ]),
})

export type HubEvent = z.infer<typeof messageSchema>['event']

/** Prefixed, so that no id equals a special event name of EventEmitter such as "error". */
const eventName = (id: string): string => `summary ${id}`

/** Parses a message; null for foreign ones, since any client of the database can write to the channel. */
function parseMessage(payload: string): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

/**
 * Publishes summary events to the subscribers of all processes. Events only announce what the rows contain anyway, so a
 * failure to send is reported and otherwise ignored.
 */
export class EventHub {
  readonly #emitter = new EventEmitter({ captureRejections: false }).setMaxListeners(0)
  readonly #onError: (error: unknown) => void
  #send: (payload: string) => Promise<boolean> = async (payload) => {
    this.receive(payload)
    return true
  }

  /** @param onError called when a message can't be sent */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Connects the hub to the other processes; until then, messages stay in this one. */
  connect(send: (payload: string) => Promise<boolean>): void {
    this.#send = send
  }

  /** Handles a message from any process. Ignores anything else on the channel. */
  receive(payload: string): void {
    const message = parseMessage(payload)
    if (message !== null) this.#emitter.emit(eventName(message.id), message.event)
  }

  /** After a lost connection: makes all subscribers read their rows again. */
  gap(): void {
    for (const name of this.#emitter.eventNames()) this.#emitter.emit(name, { type: 'changed' } satisfies HubEvent)
  }

  /** Publishes an event; one that is too long for a message becomes `changed`. Never throws. */
  async publish(id: string, event: HubEvent): Promise<void> {
    try {
      if (await this.#send(JSON.stringify({ id, event }))) return
      await this.#send(JSON.stringify({ id, event: { type: 'changed' } satisfies HubEvent }))
    } catch (error) {
      this.#onError(error)
    }
  }

  /** @returns unsubscribes */
  subscribe(id: string, listener: (event: HubEvent) => void): () => void {
    this.#emitter.on(eventName(id), listener)
    return () => {
      this.#emitter.off(eventName(id), listener)
    }
  }
}

const SUM_LENGTH = 12

const sumOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, SUM_LENGTH)

function commonLength(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at += 1) if (a[at] !== b[at]) return at
  return shorter
}

/**
 * The part of a text that follows the common beginning of its earlier states.
 *
 * @param known states that receivers may have: the text of the last message, and that of the row
 */
export function tailAfter(text: string, known: readonly string[]): Tail {
  const from = Math.min(...known.map((earlier) => commonLength(text, earlier)))
  return { from, text: text.slice(from), sum: sumOf(text) }
}

/** The whole text; null if the receiver's own text is not the beginning of it. */
export function applyTail(own: string, { from, text, sum }: Tail): string | null {
  if (own.length < from) return null
  const whole = own.slice(0, from) + text
  return sumOf(whole) === sum ? whole : null
}

type Part = PartialPage['parts'][number]

const encodeParts = (kind: string, parts: readonly Part[]): string[][] =>
  parts.flatMap(({ title, form, header, lines }) => [
    [kind, title, form, ...header],
    ...lines.map((cells) => ['line', ...cells]),
  ])

/**
 * Encodes a page as lines of tab-separated cells in the order in which models write them, so that the encoding of a page
 * that grows begins with the earlier one, and only its end must be published.
 */
export function encodePage(page: PartialPage): string {
  const { kind, flags, gist, takeaways, keyParts, summary, parts, quotes } = page
  const rows = [
    ...(kind === null && flags.length === 0 ? [] : [['kind', kind ?? '', ...flags]]),
    ...(gist === '' ? [] : [['gist', gist]]),
    ...takeaways.map(({ label, text }) => ['takeaway', label, text]),
    ...encodeParts('key', keyParts),
    ...summary.map((text) => ['summary', text]),
    ...encodeParts('part', parts),
    ...quotes.map(({ text, speaker }) => ['quote', speaker ?? '', text]),
  ]
  return rows.map((cells) => cells.map((cell) => cell.replace(/\s/gu, ' ')).join('\t')).join('\n')
}

function decodePart(title = '', name = '', ...header: string[]): Part {
  return { title, form: partForms.find((form) => form === name) ?? 'bullets', header, lines: [] }
}

/** Decodes a page. Ignores lines of other versions. */
export function decodePage(encoded: string): PartialPage {
  const page = structuredClone(emptyPage)
  let part: Part | undefined
  for (const row of encoded.split('\n')) {
    const [kind, ...cells] = row.split('\t')
    const [first = '', second = ''] = cells
    if (kind === 'kind') {
      page.kind = sourceKinds.find((known) => known === first) ?? null
      page.flags = sourceFlags.filter((flag) => cells.includes(flag))
    } else if (kind === 'gist') page.gist = first
    else if (kind === 'takeaway') page.takeaways.push({ label: first, text: second })
    else if (kind === 'summary') page.summary.push(first)
    else if (kind === 'quote') page.quotes.push({ speaker: first || null, text: second })
    else if (kind === 'line') part?.lines.push(cells)
    else if (kind === 'key' || kind === 'part') {
      part = decodePart(...cells)
      page[kind === 'key' ? 'keyParts' : 'parts'].push(part)
    }
  }
  return page
}
