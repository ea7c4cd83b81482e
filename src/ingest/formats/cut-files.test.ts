import { beforeAll, describe, expect, it } from 'vitest'
import { book, oldDocument, openDocument, report, slides, wordDocument } from '../../../tests/support/files/samples.ts'
import { AppError } from '../../shared/errors.ts'
import { loadDetector } from '../language.ts'
import { readFile } from '../sources/file.ts'

const files = [wordDocument, openDocument, slides, book, report, oldDocument]
const shares = [0.97, 0.9, 0.75, 0.6, 0.5, 0.4, 0.3, 0.1]
/** The last sectors of an old Word file are no text. */
const sharesOf = (name: string) => (name.endsWith('.doc') ? shares.slice(1) : shares)

/** The error that refuses a file, or the note on its lost parts. */
async function noticeOf(buffer: Buffer, name: string): Promise<string | undefined> {
  try {
    const bytes = new Uint8Array(buffer)
    return (await readFile({ bytes, fileName: name, url: null }, 1)).sourceInfo.note
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

describe('a file that was cut off', () => {
  beforeAll(loadDetector)

  it.each(files.map((file) => [file.name, file] as const))(
    'is refused, or read with a note: %s',
    async (name, { buffer }) => {
      expect(await noticeOf(buffer, name)).toBeUndefined()
      for (const share of sharesOf(name)) {
        const cut = buffer.subarray(0, Math.floor(buffer.length * share))
        expect([share, await noticeOf(cut, name)]).toEqual([share, expect.stringMatching(/^source_|damaged|missing/u)])
      }
    },
  )
})
