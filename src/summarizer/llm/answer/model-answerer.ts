import type { ExtractedDocument } from '../../../shared/document.ts'
import { parseQuestion } from '../../../shared/questions/answer.ts'
import type { AnswerEvent, Answerer, AnswerOptions } from '../../answerer.ts'
import { ModelFailure } from '../../models/model.ts'
import { createPassageIndex } from '../../retrieval/rank-passages.ts'
import { engineOf, streamEvents } from '../../summarizer.ts'
import type { ModelSummarizerParts } from '../engine.ts'
import { toAppError } from '../errors.ts'
import { writeAnswer } from './write-answer.ts'

async function* answer(
  { models, secondRead }: ModelSummarizerParts,
  documents: readonly ExtractedDocument[],
  typed: string,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent> {
  const question = parseQuestion(typed)
  // Cancels pending calls when the consumer stops iterating.
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const session = models.begin()
  const { contextTokens } = models
  try {
    yield { type: 'progress', stage: 'searching' }
    const index = await createPassageIndex(documents)
    yield* streamEvents<AnswerEvent>(async (emit) => {
      const used = new Set<string>()
      const shared = {
        index,
        question,
        options: { ...options, signal },
        session,
        contextTokens,
        secondRead,
        used,
        emit,
      }
      const written = await writeAnswer(shared)
      const names = models.names.filter((name) => used.has(name))
      const engine = engineOf(names.length === 0 ? models.names : names)
      return { type: 'done', result: { answer: { ...written, engine }, usage: session.usage() } }
    })
  } catch (error) {
    throw error instanceof ModelFailure ? toAppError(error, 'answer') : error
  } finally {
    ended.abort()
  }
}

/** Creates the answerer that uses language models, whose sentences are verified against the sources. */
export const createModelAnswerer = (parts: ModelSummarizerParts): Answerer => ({
  engine: engineOf(parts.models.names),
  answer: (documents, question, options) => answer(parts, documents, question, options),
})
