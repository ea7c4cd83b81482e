import type { ExtractedDocument } from '../../shared/document.ts'
import type { AppError, ErrorCode } from '../../shared/errors.ts'
import type { HtmlInput } from '../formats/html/read-html.ts'
import type { DetectedLanguage } from '../language.ts'
import type { ArrivedFile } from '../sources/file.ts'
import type { TextInput } from '../sources/text.ts'
import type { Cue } from '../sources/youtube/captions/cue.ts'

/** What is being read, in words of the person who gave it. */
export type Thing = 'text' | 'page' | 'file' | 'transcript'

/** What there is to read, in a form that can be sent to a thread. */
export type ParseTask =
  | ({ kind: 'text' } & TextInput)
  | ({ kind: 'html' } & HtmlInput)
  | ({ kind: 'file' } & ArrivedFile)

/** What else is done with foreign bytes on the way to a document. */
export type PartialTask =
  /** Cuts captions into cues. */
  | { kind: 'captions'; text: string }
  /** Tells the language of a text. */
  | { kind: 'language'; text: string }

/** An error in a form that can be sent back: threads lose the class and the code of what is thrown. */
export interface ParseFailure {
  code: ErrorCode
  message: string
  /** For the log: the stack of an error that nobody meant to throw. */
  detail: string | null
}

/** A task on its way to a thread. */
export interface ParseOrder {
  task: ParseTask | PartialTask
  /** Where the thread notes its id as it begins. */
  beginning: Int32Array
}

export type ParseAnswer =
  | { document: ExtractedDocument }
  | { cues: Cue[] }
  | { language: DetectedLanguage }
  | { failure: ParseFailure }

/** What reads sources out of the way of everything else. */
export interface Parser {
  /**
   * Reads one source.
   *
   * @throws AppError those of the readers; source_too_complex beyond the limits of time and memory; source_damaged where
   * a reader broke down; cancelled
   */
  parse(task: ParseTask, signal: AbortSignal): Promise<ExtractedDocument>
  /**
   * Cuts captions of any format into cues.
   *
   * @throws AppError source_damaged, source_too_complex, cancelled
   */
  readCaptions(text: string, signal: AbortSignal): Promise<Cue[]>
  /** Tells the language of a text. */
  detectLanguage(text: string, signal: AbortSignal): Promise<DetectedLanguage>
}

/** Bytes, or thereabouts, that a task brings. */
export function taskBytes(task: ParseTask | PartialTask): number {
  switch (task.kind) {
    case 'captions':
    case 'language':
      return task.text.length
    case 'text':
      return task.content.length
    case 'html':
      return task.html.length
    case 'file':
      return task.bytes.byteLength
  }
}

/** What a person calls the thing that is being read. */
export function taskName(task: ParseTask | PartialTask): Thing {
  if (task.kind === 'captions') return 'transcript'
  if (task.kind === 'file') return task.answered === undefined ? 'file' : 'page'
  return task.kind === 'html' ? 'page' : 'text'
}

export const failureOf = (error: AppError, detail: string | null = null): ParseFailure => ({
  code: error.code,
  message: error.message,
  detail,
})
