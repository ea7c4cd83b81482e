import { setTimeout as sleep } from 'node:timers/promises'
import { createPipeline, type Pipeline } from '../../src/pipeline/pipeline.ts'
import { readPipelineConfig } from '../../src/server/platform/config/config.ts'
import { AppError } from '../../src/shared/errors.ts'
import { mediaTypeOf, type UploadType } from '../../src/shared/formats.ts'
import { packDocument, unpackDocument } from '../../src/threads/packed-document.ts'
import { sharedThreads } from './threads.ts'

/** The real pipeline, allowed to read pages on loopback. */
export function realPipeline(env: Record<string, string> = {}): Pipeline {
  return createPipeline(readPipelineConfig({ FETCH_ALLOW_PRIVATE: 'true', ...env }), undefined, sharedThreads())
}

/** The real pipeline, delayed before each source is read; the signal ends the delay. Counts both. */
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

/** The real pipeline, whose reader throws an unexpected error the first times. */
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

/** A file for `filePipeline`: its first line contains its type, the rest is its text. */
export const standinFile = (type: UploadType | 'encrypted', text: string): Buffer =>
  Buffer.from(`stand-in for ${type}\n${text}`)

/**
 * The real pipeline, except for files from `standinFile`, which it reads as the type they declare, so that upload tests
 * don't depend on parsers. Records the names of files it has read.
 */
export function filePipeline(): Pipeline & { readonly filesRead: (string | null)[] } {
  const pipeline = realPipeline()
  const filesRead: (string | null)[] = []
  return {
    ...pipeline,
    filesRead,
    ingest: {
      ...pipeline.ingest,
      read: async (input, options) => {
        if (input.kind !== 'file') return pipeline.ingest.read(input, options)
        filesRead.push(input.fileName)
        const [, type, text = ''] = /^stand-in for (\w+)\n(.*)$/su.exec(Buffer.from(input.bytes).toString()) ?? []
        if (type === 'encrypted') throw new AppError('source_encrypted', 'This PDF is locked with a password.')
        if (type === undefined) return pipeline.ingest.read(input, options)
        const document = await pipeline.ingest.read(
          { kind: 'text', content: text, title: input.title ?? null },
          options,
        )
        return packDocument({
          ...unpackDocument(document),
          kind: type === 'epub' ? 'epub' : 'document',
          sourceInfo: {
            readAs: 'stand-in',
            pages: text.split('\n\n').length,
            mediaType: mediaTypeOf(type as UploadType),
            bytes: input.bytes.byteLength,
            ...(input.fileName === null ? {} : { fileName: input.fileName }),
          },
        })
      },
    },
  }
}
