import type { Readable } from 'node:stream'
import { AppError } from '../../../shared/errors.ts'

const interrupted = (message: string, cause?: unknown): AppError =>
  new AppError('upload_incomplete', message, { cause })

/**
 * The bytes of a request as they arrive. A connection that breaks, or that brings nothing for a while, ends them in an
 * error. Whoever stops reading early leaves the request as it is, so that it can still be answered.
 *
 * @param idleMs longest time without a byte
 * @param replaced aborts when the same file is being sent anew
 * @throws AppError `upload_incomplete`
 */
export async function* arriving(request: Readable, idleMs: number, replaced: AbortSignal): AsyncGenerator<Uint8Array> {
  const stop = (message: string) => () => request.destroy(interrupted(message))
  const onReplaced = stop('This upload was started again from elsewhere.')
  const idle = setTimeout(stop('The upload stopped arriving. Please try again.'), idleMs)
  replaced.addEventListener('abort', onReplaced)
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      idle.refresh()
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw interrupted('The upload was interrupted. Please try again.', error)
  } finally {
    clearTimeout(idle)
    replaced.removeEventListener('abort', onReplaced)
  }
}
