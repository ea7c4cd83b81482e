import { expect, test } from 'vitest'
import { detectKind } from './kind.ts'
import { documentOf, paragraph, paragraphs } from './testing/documents.ts'

const kindOf = (texts: readonly string[], kind: 'text' | 'youtube' = 'text') =>
  detectKind(documentOf(paragraphs(texts), { kind }))

const turns = (speakers: readonly string[]): string[] =>
  Array.from(
    { length: 12 },
    (_, at) => `${speakers[at % speakers.length]}: We could move the launch to week ${at + 2}.`,
  )

test.each([
  [
    ['Ana', 'Ben', 'Chair'],
    ['meeting', 'hearing', 'interview'],
  ],
  [
    ['Chair', 'Ana Ruiz MP', 'Ben Lund MP', 'Dr Osei'],
    ['hearing', 'meeting', 'interview'],
  ],
  [
    ['Ana', 'Ben'],
    ['interview', 'meeting', 'hearing'],
  ],
  [
    ['Ana', 'Ben', 'Ana (from 20:00)', 'Ben (from 20:00)'],
    ['interview', 'meeting', 'hearing'],
  ],
])('takes a transcript of %j for one of the kinds of conversation, the likeliest first', (speakers, kinds) => {
  expect(kindOf(turns(speakers))).toEqual({ kind: kinds[0], kinds, flags: [] })
})

test('takes a video for a talk, which may be of any kind', () => {
  const text = 'Today I want to show you how bread is made.'
  expect(kindOf([text], 'youtube')).toEqual({ kind: 'talk', kinds: [], flags: [] })
})

const scene = (at: number): string =>
  at % 2 === 0
    ? 'The lamp went out and nobody in the boathouse moved.'
    : '“You promised me that the sea would be calm tonight,” said Ilse, and she shut the door behind the captain.'

test('recognizes dialogue without numbers as fiction', () => {
  expect(kindOf(Array.from({ length: 80 }, (_, at) => scene(at)))).toEqual({
    kind: 'story',
    kinds: ['story'],
    flags: ['fiction'],
  })
})

test('recognizes a long text without numbers as fiction with less dialogue', () => {
  const told = 'The lamp went out and nobody in the boathouse of the old captain moved a hand or a foot.'
  const texts = (count: number, number: string) =>
    Array.from({ length: count }, (_, at) => (at % 7 === 0 ? scene(1) : told + number))
  expect(kindOf(texts(240, '')).kind).toBe('story')
  expect([kindOf(texts(120, '')).kind, kindOf(texts(240, ' It was 9 meters.')).kind]).toEqual([null, null])
})

test('does not take a report with quotes and numbers for fiction', () => {
  const report = Array.from({ length: 80 }, (_, at) => `${scene(at)} In ${1940 + at} the harbor lost ${at + 3} boats.`)
  expect(kindOf(report)).toEqual({ kind: null, kinds: [], flags: [] })
})

test('does not take the quoted terms of a Japanese law for dialogue, nor its numerals for words', () => {
  const article = (at: number) =>
    `第${'一二三四五'.charAt(at % 5)}条中「二十メートルの道」を「三十メートルの道」に改める。`
  expect(kindOf(Array.from({ length: 80 }, (_, at) => article(at))).kind).toBeNull()
  const story = '「もう帰ろうよ、雨が降るから」と姉が言った。弟は黙って海を見ていた。'
  expect(kindOf(Array.from({ length: 40 }, () => story)).kind).toBe('story')
})

test('takes an anthology of stories, verses and games for fiction, but no report with a single story', () => {
  const told = (at: number): string =>
    at % 2 === 0
      ? 'The lamp went out and nobody in the boathouse moved.'
      : "'You promised me that the sea would be calm tonight,' said Ilse, and she shut the door behind the captain."
  const plain = 'Two players hold the rope while the others of the group walk around the boathouse.'
  const pages = (stories: number): string[] =>
    Array.from({ length: 10 }, (_, page) =>
      Array.from({ length: 60 }, (_, at) => (page < stories ? told(at) : plain)),
    ).flat()
  expect(kindOf(pages(3)).kind).toBe('story')
  expect(kindOf(pages(1)).kind).toBeNull()
})

test.each([
  // Newspapers declare columns to be news.
  ['NewsArticle', ['news', 'opinion'], []],
  ['OpinionNewsArticle', ['opinion'], ['opinion']],
  ['HowTo', ['guide'], []],
  ['BlogPosting', [], []],
])('believes what a page declares itself to be: %s', (declaredType, kinds, flags) => {
  const blocks = [paragraph(1, 'The harbor of Tarn was dredged in May.')]
  const document = documentOf(blocks, { sourceInfo: { readAs: 'article text', declaredType } })
  expect(detectKind(document)).toEqual({ kind: kinds[0] ?? null, kinds, flags })
})

test('lets an article with numbered steps or commands be a guide, though its newspaper declares it to be news', () => {
  const steps = ['1. Dredge it', '2. Drain it', 'Step 3: Fill it'].map((text, at) =>
    Object.assign(paragraph(at + 1, text), { type: 'heading' as const, level: 2 }),
  )
  const kindsOf = (blocks: Parameters<typeof documentOf>[0]) =>
    detectKind(documentOf(blocks, { sourceInfo: { readAs: 'article text', declaredType: 'NewsArticle' } })).kinds
  expect(kindsOf(steps)).toEqual(['news', 'opinion', 'guide'])
  expect(kindsOf(steps.slice(1))).toEqual(['news', 'opinion'])
  const command = Object.assign(paragraph(9, 'npm install kettle'), { type: 'code' as const })
  expect(kindsOf([...steps.slice(1), command])).toEqual(['news', 'opinion', 'guide'])
})

test('a long text with some dialogue and hardly a number is fiction', () => {
  const scene = Array.from(
    { length: 6 },
    () => 'The keeper closed the heavy shutters of the house, and the storm came in.',
  ).join(' ')
  const texts = Array.from(
    { length: 40 },
    (_, at) => `${scene} “Where is the boat of the harbor?” ${at === 7 ? 'In 1951 it sank.' : ''}`,
  )
  expect(kindOf(texts).flags).toEqual(['fiction'])
})
