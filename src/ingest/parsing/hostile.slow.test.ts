import { describe, expect, it } from 'vitest'
import { startLoopbackServer } from '../../../tests/standins/loopback-server.ts'
import { hostileFiles } from '../../../tests/support/files/hostile.ts'
import { forSuite } from '../../../tests/support/suite.ts'
import { AppError } from '../../shared/errors.ts'
import { unpackDocument } from '../../threads/packed-document.ts'
import { createIngest } from '../index.ts'
import { createParserPool } from './parser-pool.ts'

const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows it.'
const { signal } = new AbortController()
/** Far below the limit of the product, and far above what any of these files takes. */
const LIMIT_MS = 25_000

let asked = 0
const server = forSuite(async () =>
  startLoopbackServer((_, response) => {
    asked += 1
    response.end('secret')
  }),
)
const ingest = forSuite(async () => {
  const pool = createParserPool({ limits: { baseMs: LIMIT_MS, perMiBMs: 0 } })
  return createIngest({ allowPrivateAddresses: true, outboundProxyUrl: null }, pool)
})

/** Result for users: words, or the code of an error with its message. */
async function fateOf(fileName: string, bytes: Uint8Array): Promise<{ text: string } | AppError> {
  try {
    const document = unpackDocument(await ingest.read({ kind: 'file', bytes, fileName, url: null }, { signal }))
    return { text: document.blocks.map((block) => block.text).join('\n') }
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Codes of errors in files; any other code is a bug. */
const telling =
  /^source_(?:damaged|too_complex|too_short|empty|encrypted|no_text_layer|not_an_article|protected|type_unsupported)$/u

describe('files that were made to do harm', () => {
  const names = hostileFiles('').map(({ name }) => name)

  it.each(names)('%s', { timeout: 60_000 }, async (name) => {
    const file = hostileFiles(`${server.origin}/`).find((candidate) => candidate.name === name)
    if (file === undefined) throw new Error('There is no such file.')
    const beside = ingest.read({ kind: 'text', content: PROSE }, { signal })
    const fate = await fateOf(file.fileName, file.bytes())
    if (fate instanceof AppError) {
      expect(fate.code).toMatch(telling)
      expect(fate.message).toMatch(/\.$/u)
      expect(fate.message).not.toContain('longer to read')
    } else {
      expect(fate.text).not.toContain('root:')
      expect(fate.text).not.toContain('secret')
      expect(fate.text.length).toBeLessThan(20_000_000)
    }
    expect((await beside).words).toBe(18)
    expect((await ingest.read({ kind: 'text', content: PROSE }, { signal })).words).toBe(18)
    expect(asked).toBe(0)
  })
})
