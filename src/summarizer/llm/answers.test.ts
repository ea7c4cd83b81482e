import { describe, expect, it } from 'vitest'
import { jsonSchemaOf } from '../models/dialect.ts'
import { fullPageAnswer, secondReadAnswer, sectionAnswer } from './answers.ts'

const page = {
  kind: 'report',
  flags: ['opinion'],
  gist: { text: 'It rained.', blocks: ['b1'] },
  takeaways: [{ label: 'Rain', text: 'It rained for days.', blocks: ['b1'] }],
  keyParts: [],
  summary: [{ text: 'It rained.', blocks: ['b1'] }],
  parts: [{ title: 'Days', form: 'bullets', header: [], lines: [{ cells: ['Nine.'], blocks: ['b2'] }] }],
  quotes: [],
}
const readPage = (over: object) => fullPageAnswer.parse({ ...page, ...over })

describe('a page that deviates from its schema', () => {
  it.each([
    ['a kind in capitals', { kind: 'Report' }, { kind: 'report' }],
    ['an unknown kind', { kind: 'article' }, { kind: undefined }],
    ['no kind', { kind: undefined }, { kind: undefined }],
    ['an unknown flag', { flags: ['sponsored', 'Opinion'] }, { flags: [undefined, 'opinion'] }],
    ['an unknown form', { parts: [{ ...page.parts[0], form: 'list' }] }, { parts: [{ form: undefined }] }],
    ['no key parts', { keyParts: undefined }, { keyParts: [] }],
    ['a summary in one text', { summary: 'It rained.' }, { summary: [{ text: 'It rained.', blocks: [] }] }],
    ['ids as numbers', { gist: { text: 'It rained.', blocks: [1, 63] } }, { gist: { blocks: ['1', '63'] } }],
    ['ids in one string', { gist: { text: 'It rained.', blocks: 'b1, b2' } }, { gist: { blocks: ['b1, b2'] } }],
    ['no label', { takeaways: [{ text: 'It rained.', blocks: 1 }] }, { takeaways: [{ label: '', blocks: ['1'] }] }],
    ['no header', { parts: [{ title: 'Days', form: 'text', lines: [] }] }, { parts: [{ header: [] }] }],
  ])('is read with %s', (_, over, expected) => {
    expect(readPage(over)).toMatchObject(expected)
  })

  it('is rejected without a gist or takeaways', () => {
    expect(fullPageAnswer.safeParse({ ...page, gist: undefined }).success).toBe(false)
    expect(fullPageAnswer.safeParse({ ...page, takeaways: undefined }).success).toBe(false)
    expect(sectionAnswer.safeParse({}).success).toBe(false)
  })
})

it('reads a second read with names of statements and without empty lists', () => {
  const answer = { wrong: [{ statement: 's3', correction: 'It snowed.' }], supported: [{ statement: '4', words: 'x' }] }
  expect(secondReadAnswer.parse(answer)).toEqual({
    wrong: [{ statement: 3, correction: 'It snowed.' }],
    supported: [{ statement: 4, words: 'x' }],
    orders: [],
  })
})

it('requires every field of the model', () => {
  const { properties, required } = jsonSchemaOf(fullPageAnswer)
  expect(required).toEqual(Object.keys(properties ?? {}))
  expect(properties?.['kind']).toEqual({ type: 'string', enum: expect.arrayContaining(['news', 'letter']) })
})
