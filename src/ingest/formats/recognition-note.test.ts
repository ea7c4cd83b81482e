import { describe, expect, it } from 'vitest'
import { asModelPage } from '../recognition/read-by-model.ts'
import type { RecognizedPage } from '../recognition/recognized-page.ts'
import { markRecognized, recognitionNote } from './recognition-note.ts'

const page = (number: number, confidence: number, texts: readonly string[]): RecognizedPage => ({
  number,
  confidence,
  width: 2480,
  height: 3508,
  lines: texts.map((text, index) => ({ text, x0: 0, x1: 2000, baseline: 60 * (index + 1), height: 40 })),
})
const byModel = (recognized: RecognizedPage, ...paragraphs: string[]): RecognizedPage =>
  asModelPage(recognized, paragraphs, 'openai:gpt-5-mini')

const piece = (number: number, text: string) =>
  ({ type: 'paragraph', text, location: { kind: 'page', page: number } }) as const
const marksOf = (texts: readonly (readonly [number, string])[], pages: readonly RecognizedPage[]) =>
  markRecognized(
    texts.map(([number, text]) => piece(number, text)),
    pages,
  ).map(({ location }) => location?.kind === 'page' && location.recognized)

describe('marks of recognized text', () => {
  it('are the model’s where Tesseract has not recognized the same words', () => {
    const model = byModel(
      page(2, 60, ['The lamp was lit', 'with whale oil. Its kccpcr']),
      'The lamp was lit with whale oil.',
      'Its keeper climbed ninety steps.',
    )
    const texts = [
      [1, 'Page one is printed.'],
      [2, 'The lamp was lit with whale oil.'],
      [2, 'Its keeper climbed ninety steps.'],
      [3, 'Nothing was recognized.'],
    ] as const
    expect(marksOf(texts, [page(1, 90, ['Page one is printed.']), model])).toEqual([
      'sure',
      'unsure',
      'model',
      undefined,
    ])
  })

  it('are the model’s for a paragraph that goes on on a page that it read', () => {
    const model = byModel(page(2, 0, []), 'steps four times a night.', 'Paraffin burned brighter.')
    const texts = [
      [1, 'The lamp was lit with oil.'],
      [1, 'Its keeper climbed ninety steps four times a night.'],
      [2, 'Paraffin burned brighter.'],
    ] as const
    expect(marksOf(texts, [model])).toEqual([undefined, 'model', 'model'])
  })
})

describe('the note on recognized text', () => {
  it('names the pages that a model read, and the model', () => {
    const read = byModel(page(2, 0, []), 'Its keeper climbed ninety steps.')
    expect(recognitionNote([page(1, 60, ['Page one']), read])).toEqual({
      note: 'The text of 2 scanned pages was recognized from a picture, so single letters may be wrong. Hard to read: page 1. Hard to recognize and so read by a language model (openai:gpt-5-mini), whose wording may differ from the original: page 2.',
      recognizedPages: [1, 2],
    })
    expect(recognitionNote([read]).note).toMatch(/^Hard to recognize and so read by a language model/u)
  })
})
