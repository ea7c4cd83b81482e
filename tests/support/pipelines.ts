import { setTimeout as sleep } from 'node:timers/promises'
import type { Pipeline } from '../../src/server/features/summaries/summarize-source.ts'
import { createPipeline } from '../../src/server/pipeline.ts'

/** The real pipeline, allowed to read pages on loopback. */
export function realPipeline(): Pipeline {
  return createPipeline({
    outbound: { allowPrivateAddresses: true, proxyUrl: null },
    youtube: { origin: 'https://www.youtube.com', ytDlpPath: null },
  })
}

/** The real pipeline, held up before each source is read; the hold ends with the signal. It counts both. */
export function slowPipeline(
  delayMs: number,
): Pipeline & { readonly started: () => number; readonly aborted: () => number } {
  const pipeline = realPipeline()
  let started = 0
  let aborted = 0
  return {
    ...pipeline,
    started: () => started,
    aborted: () => aborted,
    ingest: {
      ...pipeline.ingest,
      read: async (input, options) => {
        started += 1
        options.signal.addEventListener('abort', () => {
          aborted += 1
        })
        await sleep(delayMs, undefined, { signal: options.signal })
        return pipeline.ingest.read(input, options)
      },
    },
  }
}

/** The real pipeline, whose reader breaks in an unexpected way the first times it is used. */
export function breakingPipeline(times: number): Pipeline & { readonly broken: () => number } {
  const pipeline = realPipeline()
  let broken = 0
  return {
    ...pipeline,
    broken: () => broken,
    ingest: {
      ...pipeline.ingest,
      read: async (input, options) => {
        if (broken < times) {
          broken += 1
          throw new TypeError('the reader broke')
        }
        return pipeline.ingest.read(input, options)
      },
    },
  }
}
