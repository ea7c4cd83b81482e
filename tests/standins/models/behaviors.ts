import type { Answer, Behavior, Cut, Failure, FailureKind, Mind, Usage } from './plan.ts'
import { estimateTokens } from './tokens.ts'

const withAnswer =
  (change: (answer: Answer) => Partial<Answer>): Behavior =>
  (plan) => ({ ...plan, answer: { ...plan.answer, ...change(plan.answer) } })

/** The answer comes whole, this many milliseconds after the request. */
export const takes =
  (ms: number): Behavior =>
  (plan) => ({ ...plan, delayMs: ms, firstPieceMs: 0, betweenPiecesMs: 0 })

/** The head of the answer comes at once, its first word late. */
export const slowStart =
  (ms: number): Behavior =>
  (plan) => ({ ...plan, firstPieceMs: ms })

/** Words come one by one. */
export const slowPieces =
  (ms: number, pieceCharacters = 32): Behavior =>
  (plan) => ({ ...plan, betweenPiecesMs: ms, pieceCharacters })

/** Shows signs of life while nothing is said: pings and comments, as the vendors send them. */
export const pings =
  (everyMs: number): Behavior =>
  (plan) => ({ ...plan, pingEveryMs: everyMs })

/** Takes the request and never answers, not even with a status. */
export const silent: Behavior = (plan) => ({ ...plan, delayMs: Number.POSITIVE_INFINITY })

const cut =
  (how: Cut['how']) =>
  (afterPieces: number): Behavior =>
  (plan) => ({ ...plan, cut: { how, afterPieces } })

/** Falls silent after some pieces of the answer; the connection stays open. */
export const stallsAfter = cut('stall')
/** Ends the stream in the middle, as if that were the end. */
export const endsAfter = cut('end')
/** Breaks the connection in the middle. */
export const resetsAfter = cut('reset')
/** Sends the vendor's error event in the middle. */
export const errorsAfter = cut('error')

/** Breaks the connection before a word was said. */
export const resets: Behavior = (plan) => ({ ...plan, cut: { how: 'reset', afterPieces: 0 } })

/** Answers with an error of the vendor. */
export const fails =
  (kind: FailureKind, options: Partial<Omit<Failure, 'kind'>> = {}): Behavior =>
  (plan) => ({ ...plan, failure: { kind, headers: {}, echoesKey: false, ...options } })

/** 429 with the time after which another try makes sense, as seconds or as an HTTP date. */
export const rateLimited = (retryAfter: number | string): Behavior =>
  fails('rate_limited', { headers: { 'retry-after': `${retryAfter}` } })

/** Says something else instead of the answer. */
export const says = (text: string): Behavior => withAnswer(() => ({ text }))

/** Puts the answer in other words: a preface, a code fence around it. */
export const wraps = (before: string, after: string): Behavior =>
  withAnswer(({ text }) => ({ text: `${before}${text}${after}` }))

/** Thinks aloud first. */
export const thinks = (thinking: string): Behavior => withAnswer(() => ({ thinking }))

/** JSON that ends in the middle, though the model says it is done. */
export const breaksJson: Behavior = withAnswer(({ text }) => ({ text: text.slice(0, Math.floor(text.length / 2)) }))

/** JSON of another shape than was asked for. */
export const wrongShape: Behavior = says(JSON.stringify({ result: ['This is not what was asked for.'] }))

/** Nothing at all. */
export const saysNothing: Behavior = says('')

/** Runs into its own limit in the middle of the answer. */
export const runsOut: Behavior = withAnswer(({ text }) => ({
  text: text.slice(0, Math.floor(text.length / 2)),
  stop: 'length',
}))

/** Declines to work on the material. */
export const refuses = (text = "I'm sorry, but I can't help with that."): Behavior =>
  withAnswer(() => ({ text, stop: 'refused' }))

/** A filter of the vendor stops the answer before its first word. */
export const filtered: Behavior = withAnswer(() => ({ text: '', stop: 'filtered' }))

/** Reports other figures than the true ones; null for none at all. */
export const reportsUsage = (usage: Partial<Usage> | null): Behavior =>
  withAnswer((answer) => ({
    usage: usage === null ? null : { inputTokens: 0, outputTokens: 0, ...answer.usage, ...usage },
  }))

/**
 * Reads only the end of a prompt that is longer than its window, and says so by the figures alone, as local servers do
 * (https://github.com/ollama/ollama/blob/main/docs/faq.mdx, "context window").
 */
export const shortensPrompt =
  (tokens: number, mind: Mind): Behavior =>
  (plan, request) => {
    const turns = request.turns.map(({ role, text }) => ({
      role,
      text:
        role === 'system' ? text : text.slice(-Math.floor(text.length * Math.min(1, tokens / estimateTokens(text)))),
    }))
    const inputTokens = estimateTokens(turns.map((turn) => turn.text).join('\n'))
    const text = JSON.stringify(mind({ ...request, turns }))
    return { ...plan, answer: { ...plan.answer, text, usage: { inputTokens, outputTokens: estimateTokens(text) } } }
  }
