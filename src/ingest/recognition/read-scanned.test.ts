import { describe, expect, it } from 'vitest'
import { readScanned } from './read-scanned.ts'
import type { Recognition } from './recognized-page.ts'
import type { Recognizer } from './recognizer.ts'

/** The words on one page that are passed on, if Tesseract recognizes words with that confidence. */
async function passedOn(text: string, confidence: number): Promise<string[]> {
  const line = { text, x0: 0, x1: 900, baseline: 60, height: 40 }
  const recognizer: Recognizer = {
    threads: 1,
    recognize: async (_, { number }) => ({
      number,
      width: 1000,
      height: 1400,
      confidence,
      lines: [line],
      language: 'eng',
      script: 'Latin',
      degrees: 0,
    }),
    close: async () => {},
  }
  let passed: Recognition | undefined
  await readScanned(
    {
      recognizer,
      answerTo: async (task) => {
        if (task.kind === 'page') return { picture: { file: new Uint8Array(0), width: 1000, height: 1400 } }
        if (task.kind === 'file' && 'recognition' in task) passed = task.recognition
        return { scanned: { pages: [], language: null } }
      },
    },
    { kind: 'file', bytes: new Uint8Array(0), fileName: 'page.png', url: null },
    { pages: [1], language: 'en' },
    { signal: new AbortController().signal },
  )
  return typeof passed === 'object' ? passed.flatMap(({ lines }) => lines.map((some) => some.text)) : []
}

describe('few words that are all that was recognized', () => {
  it('are left out if Tesseract is unsure of them, as of handwriting', async () => {
    expect(await passedOn('or work on line [evel', 69)).toEqual([])
    expect(await passedOn('The quick brown fox', 88)).toEqual(['The quick brown fox'])
  })

  it('are kept amid many', async () => {
    const text = Array.from({ length: 20 }, (_, at) => `word${at}`).join(' ')
    expect(await passedOn(text, 69)).toEqual([text])
  })
})
