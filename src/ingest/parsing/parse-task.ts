import type { AppError, ErrorCode } from '../../shared/errors.ts'
import type { PackedDocument } from '../../threads/packed-document.ts'
import type { HtmlInput } from '../formats/html/read-html.ts'
import type { ArrivedFile } from '../sources/file.ts'
import type { TextInput } from '../sources/text.ts'
import type { CaptionsInput } from '../sources/youtube/read-captions.ts'

/** What is being read, in words of the person who gave it. */
export type Thing = 'text' | 'page' | 'file' | 'video'

/** A source to read, in a form that can be sent to a thread. */
export type ParseTask = (
  | ({ kind: 'text' } & TextInput)
  | ({ kind: 'html' } & HtmlInput)
  | ({ kind: 'file' } & ArrivedFile)
  | ({ kind: 'captions' } & CaptionsInput)
  /** A document that was read earlier, as the JSON of a packed document. */
  | { kind: 'stored'; json: Uint8Array }
) & {
  /** Rejects a source with fewer words. Defaults to what can be summarized. */
  minWords?: number | undefined
}

/** An error in a form that can be sent back: threads lose the class and the code of what is thrown. */
export interface ParseFailure {
  code: ErrorCode
  message: string
  /** For the log: the stack of an error that nobody meant to throw. */
  detail: string | null
}

export type ParseAnswer = { document: PackedDocument } | { failure: ParseFailure }

/** Reads sources on threads. */
export interface Parser {
  /**
   * Reads one source.
   *
   * @throws AppError those of the readers; source_too_complex beyond the limits of time and memory; source_damaged where
   * a reader broke down; cancelled
   */
  parse(task: ParseTask, signal: AbortSignal): Promise<PackedDocument>
}

/** Returns a parser that rejects sources with fewer words than `minWords`, whatever its tasks say. */
export const withMinWords = (parser: Parser, minWords: number | undefined): Parser => ({
  parse: (task, signal) => parser.parse({ ...task, minWords }, signal),
})

/** Bytes, or thereabouts, that a task brings. */
export function taskBytes(task: ParseTask): number {
  switch (task.kind) {
    case 'text':
      return task.content.length
    case 'html':
      return task.html.length
    case 'file':
    case 'captions':
      return task.bytes.byteLength
    case 'stored':
      return task.json.byteLength
  }
}

/** What a person calls the thing that is being read. */
export function taskName(task: ParseTask): Thing {
  if (task.kind === 'captions') return 'video'
  if (task.kind === 'stored') return 'file'
  if (task.kind === 'file') return task.answered === undefined ? 'file' : 'page'
  return task.kind === 'html' ? 'page' : 'text'
}

export const failureOf = (error: AppError, detail: string | null = null): ParseFailure => ({
  code: error.code,
  message: error.message,
  detail,
})
