import { describe, expect, it } from 'vitest'
import type { Cue } from '../../formats/subtitles/caption-formats.ts'
import { cuesToPieces } from './read-captions.ts'

/** Consecutive cues with durations in seconds. */
const cuesOf = (texts: readonly string[], seconds = 2): Cue[] =>
  texts.map((text, at) => ({ startMs: at * seconds * 1000, endMs: (at + 1) * seconds * 1000, text }))

const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ')
const texts = (cues: readonly Cue[]): string[] => cuesToPieces(cues, [], 0).map((piece) => piece.text)

describe('cuesToPieces', () => {
  it('joins cues into paragraphs that end with sentences, with start and end times', () => {
    const cues = cuesOf(['The moon pulls', `at the ${words(60)}.`, 'And the sea', 'follows it.'])
    expect(cuesToPieces(cues, [], 0)).toEqual([
      {
        type: 'paragraph',
        text: `The moon pulls at the ${words(60)}.`,
        location: { kind: 'time', startSeconds: 0, endSeconds: 4 },
      },
      {
        type: 'paragraph',
        text: 'And the sea follows it.',
        location: { kind: 'time', startSeconds: 4, endSeconds: 8 },
      },
    ])
  })

  it('ends a rolling cue where the next begins', () => {
    const cues: Cue[] = [
      { startMs: 0, endMs: 5000, text: 'one' },
      { startMs: 2000, endMs: 7000, text: 'two' },
    ]
    expect(cuesToPieces(cues, [], 0)[0]?.location).toEqual({ kind: 'time', startSeconds: 0, endSeconds: 7 })
    const [first] = cuesToPieces(cues, [{ title: 'Two', startSeconds: 2 }], 0)
    expect(first?.location).toEqual({ kind: 'time', startSeconds: 0, endSeconds: 2 })
  })

  it('extends a cue without duration to the next', () => {
    const cues: Cue[] = [
      { startMs: 1000, endMs: 1000, text: 'one' },
      { startMs: 4000, endMs: 4000, text: 'two' },
    ]
    const chapters = [{ title: 'Two', startSeconds: 4 }]
    expect(cuesToPieces(cues, chapters, 0)[0]?.location).toEqual({ kind: 'time', startSeconds: 1, endSeconds: 4 })
  })

  it('splits a cue at the end of a sentence, at the time of the word', () => {
    const parts = [
      { text: 'It ends.', startMs: 4000 },
      { text: ' Then', startMs: 4700 },
      { text: ' on', startMs: 5000 },
    ]
    const cues: Cue[] = [
      { startMs: 0, endMs: 4000, text: `Yes. It ${words(62)}` },
      { startMs: 4000, endMs: 6000, text: 'It ends. Then on', parts },
    ]
    const [first, second] = cuesToPieces(cues, [], 0)
    expect(first?.location).toEqual({ kind: 'time', startSeconds: 0, endSeconds: 4.7 })
    expect(second).toMatchObject({ text: 'Then on', location: { startSeconds: 4.7, endSeconds: 6 } })
  })

  it('begins a paragraph with each speaker, without the mark', () => {
    expect(texts(cuesOf(['>> Good evening.', 'How are you?', '>>> Fine. >> Good.']))).toEqual([
      'Good evening. How are you?',
      'Fine.',
      'Good.',
    ])
  })

  it('recognizes only a dash before the first word as a speaker', () => {
    expect(texts(cuesOf(['- How are you?', '-Fine, thank you', '- as you see -', 'and well.']))).toEqual([
      'How are you?',
      'Fine, thank you - as you see - and well.',
    ])
  })

  it('leaves out sounds', () => {
    expect(texts(cuesOf(['[Music]', '♪ ♪', '(applause)', 'So [Music] here we are. [Applause]', '【拍手】']))).toEqual([
      'So here we are.',
    ])
  })

  it('keeps sung words, and words in brackets among others', () => {
    expect(texts(cuesOf(['♪ Row your boat ♪', '(as we know) it rises']))).toEqual([
      '♪ Row your boat ♪ (as we know) it rises',
    ])
  })

  it('splits captions without punctuation at pauses, or else by length', () => {
    const paused: Cue[] = [
      { startMs: 0, endMs: 3000, text: words(20, 'moon') },
      { startMs: 5000, endMs: 8000, text: words(20, 'sea') },
    ]
    expect(texts(paused)).toEqual([words(20, 'moon'), words(20, 'sea')])
    const lengths = texts(cuesOf(Array.from({ length: 60 }, () => words(7)))).map((text) => text.split(' ').length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(45)
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(30)
  })

  it('puts cues under their chapters', () => {
    const cues = cuesOf(['Welcome to it.', 'The moon is near.', 'It pulls.', 'The sea is wide.'], 10)
    const chapters = [
      { title: 'Moon', startSeconds: 10.2 },
      { title: 'Silence', startSeconds: 28 },
      { title: 'Sea', startSeconds: 29 },
    ]
    expect(cuesToPieces(cues, chapters, 50)).toEqual([
      { type: 'paragraph', text: 'Welcome to it.', location: { kind: 'time', startSeconds: 0, endSeconds: 10 } },
      { type: 'heading', level: 2, text: 'Moon', location: { kind: 'time', startSeconds: 10.2, endSeconds: 28 } },
      {
        type: 'paragraph',
        text: 'The moon is near. It pulls.',
        location: { kind: 'time', startSeconds: 10, endSeconds: 30 },
      },
      { type: 'heading', level: 2, text: 'Sea', location: { kind: 'time', startSeconds: 29, endSeconds: 50 } },
      { type: 'paragraph', text: 'The sea is wide.', location: { kind: 'time', startSeconds: 30, endSeconds: 40 } },
    ])
  })

  it('joins scripts without spaces without one', () => {
    expect(texts(cuesOf(['今日は天気が', 'いいです。', '行きましょう']))).toEqual([
      '今日は天気がいいです。行きましょう',
    ])
  })

  it('returns no pieces without cues', () =>
    expect(cuesToPieces([], [{ title: 'Moon', startSeconds: 0 }], 0)).toEqual([]))
})
