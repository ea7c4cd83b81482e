import type { ExtractedDocument } from '../../shared/document.ts'
import { ANSWER_PASSAGES, parseQuestion } from '../../shared/questions/answer.ts'
import { type AnswerEvent, type Answerer, type AnswerOptions, passagesEngine } from '../answerer.ts'
import { createPassageIndex, findPassages, rankPassages } from './rank-passages.ts'

async function* answer(
  documents: readonly ExtractedDocument[],
  typed: string,
  { earlier = [], withoutMatches = false }: AnswerOptions,
): AsyncGenerator<AnswerEvent> {
  const question = parseQuestion(typed)
  yield { type: 'progress', stage: 'searching' }
  const index = await createPassageIndex(documents)
  const context = earlier.slice(-1).map((each) => each.question)
  const isShown = withoutMatches || findPassages(index, [question], { count: 1, onlyMatches: true }).length > 0
  // In one source, passages beside those that match help to understand them, and an earlier question may say more.
  const options = { count: ANSWER_PASSAGES, context, onlyMatches: documents.length > 1 }
  const passages = isShown ? rankPassages(index, question, options) : []
  const answer = {
    outcome: 'passages',
    sentences: [],
    passages,
    language: null,
    engine: passagesEngine,
    check: null,
  } as const
  yield { type: 'done', result: { answer: { ...answer, sentences: [] }, usage: [] } }
}

/** Creates the answerer that needs no language model: its answers are the best passages. */
export const createPassagesAnswerer = (): Answerer => ({ engine: passagesEngine, answer })
