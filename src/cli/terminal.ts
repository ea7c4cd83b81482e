import type { Readable, Writable } from 'node:stream'
import { PlanCatalogueError } from '../server/plans/load-catalogue.ts'
import { ConfigError } from '../server/platform/config/config.ts'
import { AppError, type ErrorCode } from '../shared/errors.ts'
import type { Progress } from '../shared/summary/summary.ts'
import { formatBytes, formatCount, wrapWords } from '../shared/text/format.ts'

export const DONE = 0
export const FAILED = 1
export const MISUSED = 2
/** As shells count a program that ended on Ctrl-C: 128 and the number of SIGINT. */
export const INTERRUPTED = 130

/** Default width of a line, in columns. */
const USUAL_WIDTH = 80

/** Width of a line: the first known value. Terminals of unknown width report 0. */
export function widthOf(reported: readonly (number | undefined)[]): number {
  return reported.find((columns) => columns !== undefined && columns > 0) ?? USUAL_WIDTH
}

/** Streams of the command; tests pass their own. */
export interface Terminal {
  input: Readable
  output: Writable
  errors: Writable
  /** Whether standard output and standard error are terminals. */
  outputIsScreen: boolean
  errorsAreScreen: boolean
  /** Width of the screen, in characters. */
  columns: number
  /** Base of relative paths. */
  folder: string
}

/** Writes, and waits where the reader is slower than we are. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.write(text)) return
  await new Promise<void>((resolve) => {
    stream.once('drain', resolve)
  })
}

const segmenter = new Intl.Segmenter()
/** Characters that take two columns of a terminal: East Asian scripts and emoji. */
const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u

export function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

const WIDEST = 88

/** Breaks a paragraph for a screen; text that goes into a file or a pipe is left as it is. */
export function wrap(terminal: Terminal, text: string, indent = ''): string {
  if (!terminal.outputIsScreen) return text
  return wrapWords(text, Math.min(terminal.columns, WIDEST) - indent.length, displayWidth).join(`\n${indent}`)
}

/** Code and message for any thrown value; unexpected ones are 'internal'. */
export function failureOf(error: unknown): { code: ErrorCode; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  if (error instanceof ConfigError || error instanceof PlanCatalogueError)
    return { code: 'invalid_input', message: error.message }
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message: `Unexpected error: ${reason}` }
}

/** Prints a failure on standard error, and with `json` as an object on standard output too. Returns the exit code. */
export async function reportFailure(
  terminal: Terminal,
  error: unknown,
  { json, signal }: { json: boolean; signal: AbortSignal },
): Promise<number> {
  const unexpected = signal.aborted && !(error instanceof AppError)
  const failure = unexpected ? { code: 'cancelled', message: 'Canceled.' } : failureOf(error)
  if (json) await write(terminal.output, `${JSON.stringify({ error: failure }, null, 2)}\n`)
  await write(terminal.errors, `precis: ${failure.message}\n`)
  return signal.aborted ? INTERRUPTED : FAILED
}

function describe({ stage, done, total, bytes, words }: Progress): string {
  switch (stage) {
    case 'queued':
      return 'Waiting…'
    case 'fetching':
      return bytes === undefined || bytes === 0 ? 'Fetching…' : `Fetching… ${formatBytes(bytes)}`
    case 'listening':
      return total > 0 ? `Listening… ${done} of ${total} minutes` : 'Listening…'
    case 'reading':
      return words === undefined ? 'Reading…' : `Reading… ${formatCount(words)} words`
    case 'summarizing':
      return `Summarizing… ${done} of ${total} ${total === 1 ? 'section' : 'sections'}`
    case 'checking':
      return total > 1 ? `Checking… ${done} of ${total}` : 'Checking…'
  }
}

/** A progress line that overwrites itself; shown on terminals only. */
export function openProgressLine({ errors, errorsAreScreen }: Terminal) {
  const put = (line: string): void => {
    // Carriage return, then erase to the end of the line (ECMA-48, EL).
    if (errorsAreScreen) errors.write(`\r${line}\u001B[K`)
  }
  return { show: (progress: Progress) => put(describe(progress)), clear: () => put('') }
}
export type ProgressLine = ReturnType<typeof openProgressLine>
