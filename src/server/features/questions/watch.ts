import type { QuestionRow } from '../../db/schema/index.ts'
import type { QuestionsContext } from './context.ts'
import { findQuestion, isEnded } from './repo.ts'

/** Interval between reads of the row, so that a lost message delays the answer by seconds only. */
const READ_EVERY_MS = 10_000

/** State of a watched question: its row, null once it was deleted, or `idle` where nothing has changed for a while. */
type Watched = QuestionRow | null | 'idle'

/** Follows a question from its current state to its end. Each state is a whole one, so a late subscriber misses nothing. */
export async function* watchQuestion(
  { db, hub }: QuestionsContext,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Watched> {
  let shown: string | null = null
  while (!signal.aborted) {
    const over = new AbortController()
    const changed = hub.next(id, AbortSignal.any([signal, over.signal, AbortSignal.timeout(READ_EVERY_MS)]))
    try {
      const row = await findQuestion(db, id)
      if (row === undefined) return yield null
      const state = `${row.status} ${row.updatedAt.toISOString()}`
      yield state === shown ? 'idle' : row
      shown = state
      if (isEnded(row)) return
      await changed
    } finally {
      over.abort()
    }
  }
}

/** Waits until a question has ended or the signal aborts, and returns its row then; undefined if it was deleted. */
export async function waitForEnd(context: QuestionsContext, id: string, signal: AbortSignal) {
  for await (const state of watchQuestion(context, id, signal)) {
    if (state === null) return undefined
    if (state !== 'idle' && isEnded(state)) return state
  }
  return findQuestion(context.db, id)
}
