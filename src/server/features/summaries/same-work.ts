import { createHash } from 'node:crypto'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { type LanguageChoice, sourceLanguage } from '../../../shared/languages.ts'
import type { Engine } from '../../../shared/summary.ts'
import { summarizerVersion } from '../../../summarizer/summarizer.ts'

/** What decides how a summary of a given content turns out. */
export interface MakingOptions {
  advanced: boolean
  /** As it was asked for. */
  language: LanguageChoice | undefined
}

/** Names engine, version and options: two results of one content are the same work where this is the same. */
export const nameOfMaking = (engine: Engine, { advanced, language = sourceLanguage }: MakingOptions): string =>
  [`v${summarizerVersion}`, engine.id, advanced ? 'advanced' : 'basic', language].join(' ')

const sha256 = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export const hashOfAddress = (url: URL): string => sha256('url', url.href)

export const hashOfText = (content: NonNullable<CreateSummaryPayload['content']>): string => sha256('text', content)

/** @param digest SHA-256 of the file's bytes */
export const hashOfFile = (digest: string): string => sha256('file', digest)
