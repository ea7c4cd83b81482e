import { expect, it } from 'vitest'
import type { ThreadAnswer } from '../parsing/parse-task.ts'
import { readScanned } from './read-scanned.ts'
import type { Recognizer } from './recognizer.ts'

const bytes = new Uint8Array()
const task = { kind: 'file', bytes, fileName: 'page.png', url: null } as const
const picture = { file: bytes, width: 300, height: 400 }
const { signal } = new AbortController()
const line = { text: 'text', x0: 0, x1: 100, baseline: 50, height: 40 }

/** Reads a page that Tesseract recognizes with these confidences; returns the languages it was read in, the settled one last. */
async function languagesOf(
  confidences: Record<string, number>,
  script: string,
  { first = 'eng', words = 1 } = {},
): Promise<string[]> {
  const asked: string[] = []
  let settled = ''
  const recognizer: Recognizer = {
    threads: 1,
    close: async () => {},
    recognize: async (_, { number, language }) => {
      const code = language ?? first
      asked.push(code)
      const confidence = confidences[code] ?? 0
      const lines = confidence < 45 ? [] : [{ ...line, text: `${code} word`.padEnd(words * 5, ' word') }]
      return { number, width: 300, height: 400, confidence, lines, language: code, script, degrees: 0 }
    },
  }
  const answerTo = async (asking: { kind: string }): Promise<ThreadAnswer> => {
    if (asking.kind === 'page') return { picture }
    if ('recognition' in asking && Array.isArray(asking.recognition))
      settled = asking.recognition[0].lines[0]?.text.split(' ')[0] ?? ''
    throw new Error('read')
  }
  await readScanned({ recognizer, answerTo }, task, { pages: [1], language: null }, { signal }).catch(() => {})
  return [...asked, settled]
}

it('tries Chinese where a page fits English badly, though the detector sees Latin letters', async () => {
  const languages = await languagesOf({ eng: 34, chi_sim: 65, chi_tra: 51, jpn: 37 }, 'Latin')
  expect(languages).toEqual(['eng', 'chi_sim', 'chi_tra', 'jpn', 'chi_sim'])
})

it('reads Latin letters that are hard to read in no language of another script', async () => {
  const languages = await languagesOf({ eng: 50, chi_sim: 90, deu: 70 }, 'Latin')
  expect(languages).toEqual(['eng', 'deu', 'fra', 'spa', 'deu'])
})

it('tries European and Asian languages where there are too few letters to detect a script', async () => {
  const languages = await languagesOf({ eng: 40, chi_sim: 30, jpn: 62, deu: 70 }, '')
  expect(languages).toEqual(['eng', 'chi_sim', 'deu', 'fra', 'spa', 'chi_tra', 'jpn', 'deu'])
})

it('makes nothing of a page that fits no language', async () => {
  const languages = await languagesOf({ eng: 20, chi_sim: 50, deu: 30 }, 'Latin')
  expect(languages).toEqual(['eng', 'chi_sim', 'deu', 'fra', 'spa', ''])
})

it('stops as soon as a reading is sure', async () => {
  await expect(languagesOf({ eng: 20, chi_sim: 96 }, '')).resolves.toEqual(['eng', 'chi_sim', 'chi_sim'])
  await expect(languagesOf({ eng: 88, deu: 99 }, 'Latin', { words: 40 })).resolves.toEqual(['eng', 'eng'])
})

it('reads a line in related languages unless it is very sure', async () => {
  const languages = await languagesOf({ rus: 91, ukr: 84, srp: 96, bul: 91 }, 'Cyrillic', { first: 'rus' })
  expect(languages).toEqual(['rus', 'ukr', 'srp', 'srp'])
})

it('reads English that it is sure of in no other language', async () => {
  await expect(languagesOf({ eng: 87, deu: 94 }, '')).resolves.toEqual(['eng', 'eng'])
})

it('compares Fraktur with English, since some modern typefaces are taken for it', async () => {
  const page = { first: 'frk', words: 40 }
  await expect(languagesOf({ frk: 90, eng: 92 }, 'Fraktur', page)).resolves.toEqual(['frk', 'eng', 'eng'])
  await expect(languagesOf({ frk: 90, eng: 70 }, 'Fraktur', page)).resolves.toEqual(['frk', 'eng', 'frk'])
})
