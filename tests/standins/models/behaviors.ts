import type { Answer, Behavior, Cut, Failure, FailureKind, FakeModel, Usage } from './plan.ts'
import { estimateTokens } from './tokens.ts'

const withAnswer =
  (change: (answer: Answer) => Partial<Answer>): Behavior =>
  (plan) => ({ ...plan, answer: { ...plan.answer, ...change(plan.answer) } })

/** Sends the complete answer this many milliseconds after the request. */
export const takes =
  (ms: number): Behavior =>
  (plan) => ({ ...plan, delayMs: ms, firstPieceMs: 0, betweenPiecesMs: 0 })

/** Sends headers immediately, and the first word late. */
export const slowStart =
  (ms: number): Behavior =>
  (plan) => ({ ...plan, firstPieceMs: ms })

/** Sends words one by one. */
export const slowPieces =
  (ms: number, pieceCharacters = 32): Behavior =>
  (plan) => ({ ...plan, betweenPiecesMs: ms, pieceCharacters })

/** Sends keep-alives while there is no text: pings and comments, like the vendors. */
export const pings =
  (everyMs: number): Behavior =>
  (plan) => ({ ...plan, pingEveryMs: everyMs })

/** Accepts the request and never responds, not even with a status. */
export const silent: Behavior = (plan) => ({ ...plan, delayMs: Number.POSITIVE_INFINITY })

const cut =
  (how: Cut['how']) =>
  (afterPieces: number): Behavior =>
  (plan) => ({ ...plan, cut: { how, afterPieces } })

/** Stops sending after some pieces of the answer; the connection stays open. */
export const stallsAfter = cut('stall')
/** Ends the stream in the middle, as if it were complete. */
export const endsAfter = cut('end')
/** Breaks the connection in the middle. */
export const resetsAfter = cut('reset')
/** Sends the vendor's error event in the middle. */
export const errorsAfter = cut('error')

/** Breaks the connection before the first word. */
export const resets: Behavior = (plan) => ({ ...plan, cut: { how: 'reset', afterPieces: 0 } })

/** Responds with an error of the vendor. */
export const fails =
  (kind: FailureKind, options: Partial<Omit<Failure, 'kind'>> = {}): Behavior =>
  (plan) => ({ ...plan, failure: { kind, headers: {}, echoesKey: false, ...options } })

/** 429 with Retry-After, as seconds or as an HTTP date. */
export const rateLimited = (retryAfter: number | string): Behavior =>
  fails('rate_limited', { headers: { 'retry-after': `${retryAfter}` } })

/** Returns another text instead of the answer. */
export const says = (text: string): Behavior => withAnswer(() => ({ text }))

/** Wraps the answer in other text, such as a preface or a code fence. */
export const wraps = (before: string, after: string): Behavior =>
  withAnswer(({ text }) => ({ text: `${before}${text}${after}` }))

/** Thinks aloud first. */
export const thinks = (thinking: string): Behavior => withAnswer(() => ({ thinking }))

/** Returns JSON cut in the middle, with a normal stop reason. */
export const breaksJson: Behavior = withAnswer(({ text }) => ({ text: text.slice(0, Math.floor(text.length / 2)) }))

/** Returns JSON of another schema. */
export const wrongShape: Behavior = says(JSON.stringify({ result: ['This is not what was asked for.'] }))

/** Reaches its own output limit in the middle of the answer. */
export const runsOut: Behavior = withAnswer(({ text }) => ({
  text: text.slice(0, Math.floor(text.length / 2)),
  stop: 'length',
}))

/** Refuses to work on the source. */
export const refuses = (text = "I'm sorry, but I can't help with that."): Behavior =>
  withAnswer(() => ({ text, stop: 'refused' }))

/** A filter of the vendor blocks the answer before its first word. */
export const filtered: Behavior = withAnswer(() => ({ text: '', stop: 'filtered' }))

/** Reports other usage numbers than the true ones; null for none. */
export const reportsUsage = (usage: Partial<Usage> | null): Behavior =>
  withAnswer((answer) => ({
    usage: usage === null ? null : { inputTokens: 0, outputTokens: 0, ...answer.usage, ...usage },
  }))

/**
 * Reads only the end of a prompt that is longer than its window, and shows that in the usage numbers only, as local
 * servers do (https://github.com/ollama/ollama/blob/main/docs/faq.mdx, "context window").
 */
export const shortensPrompt =
  (tokens: number, model: FakeModel): Behavior =>
  (plan, request) => {
    const turns = request.turns.map(({ role, text }) => ({
      role,
      text:
        role === 'system' ? text : text.slice(-Math.floor(text.length * Math.min(1, tokens / estimateTokens(text)))),
    }))
    const inputTokens = estimateTokens(turns.map((turn) => turn.text).join('\n'))
    const text = JSON.stringify(model({ ...request, turns }))
    return { ...plan, answer: { ...plan.answer, text, usage: { inputTokens, outputTokens: estimateTokens(text) } } }
  }
