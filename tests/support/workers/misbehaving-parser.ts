import { setTimeout as sleep } from 'node:timers/promises'
import { failureIn, type ParseAnswer, type ParseTask } from '../../../src/ingest/parsing/parse-task.ts'
import { packDocument } from '../../../src/threads/packed-document.ts'
import { threadWork } from '../../../src/threads/thread-work.ts'

/** Keeps its input, so that nothing is collected. */
const kept: unknown[] = []

const odd: Readonly<Record<string, () => unknown>> = {
  hang: () => {
    for (;;);
  },
  'hang in a pattern': () => /^(?:a+)+$/u.test(`${'a'.repeat(64)}b`),
  'wait for ever': async () => sleep(600_000),
  'fill the heap': () => {
    for (;;) kept.push({ text: `text ${kept.length}` })
  },
  'fill buffers': () => {
    for (;;) kept.push(Buffer.alloc(1024 * 1024, 1))
  },
  recurse: function recurse(): number {
    return 1 + recurse()
  },
  exit: () => process.exit(3),
  throw: () => {
    throw new TypeError('undefined is not a function')
  },
  'throw a word': () => {
    // oxlint-disable-next-line no-throw-literal -- libraries do
    throw 'a word'
  },
  'throw later': async () => {
    setTimeout(() => {
      throw new Error('later')
    })
    await sleep(600_000)
  },
}

const MAX_REQUEST_BYTES = 40

function requestIn(task: ParseTask): string {
  if (task.kind === 'text') return task.content
  const isRequest = task.kind === 'file' && task.bytes.byteLength <= MAX_REQUEST_BYTES
  return isRequest ? Buffer.from(task.bytes).toString() : ''
}

/** Misbehaves as its text or small file requests, otherwise returns the text; for a file, returns the size of its memory. */
export default threadWork(async (task: ParseTask): Promise<ParseAnswer> => {
  const content = requestIn(task)
  try {
    await odd[content]?.()
    const document = { kind: 'text', title: content, author: null, site: null, language: null } as const
    return {
      document: packDocument({
        ...document,
        publishedAt: null,
        url: null,
        thumbnailUrl: null,
        words: 0,
        blocks: [],
        sourceInfo: { readAs: 'odd text', bytes: task.kind === 'file' ? task.bytes.buffer.byteLength : 0 },
      }),
    }
  } catch (error) {
    return { failure: failureIn(error, 'text') }
  }
})
