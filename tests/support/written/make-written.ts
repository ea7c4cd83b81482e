import { unpackDocument } from '../../../src/threads/packed-document.ts'
import { realPipeline } from '../pipelines.ts'
import type { Script } from '../scripted-models.ts'
import { pageWith } from '../summarize-with.ts'
import type { WrittenPage } from './written-page.ts'

/** Answers with the page, and finds nothing wrong in it. */
const writes =
  ({ answer, supported = '' }: WrittenPage): Script =>
  ({ schemaName, prompt }) => {
    if (schemaName !== 'second_read') return answer
    const missing = [...prompt.matchAll(/^\[missing (\d+)\]/gmu)]
    return {
      wrong: [],
      supported: missing.map(([, number]) => ({ statement: Number(number), words: supported })),
      orders: [],
    }
  }

/** Reads the source, and verifies the page that a model writes of it. */
export async function makeWritten(written: WrittenPage) {
  const signal = new AbortController().signal
  const document = unpackDocument(await realPipeline().ingest.read(written.source, { signal }))
  return { document, ...(await pageWith(writes(written), document, { advanced: true })) }
}
