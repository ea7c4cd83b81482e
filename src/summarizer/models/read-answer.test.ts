import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jsonSoFar, readAnswer } from './read-answer.ts'

const schema = z.object({ text: z.string() })
const json = '{"text": "Use ``` and </think> {freely}."}'
const value = { text: 'Use ``` and </think> {freely}.' }

describe('reading an answer', () => {
  it.each([
    json,
    `\n ${json}\n`,
    `<think>First {"text": "a draft"}.</think>${json}`,
    `A draft: {"text": 1}.\n</thinking>\n\n${json}`,
    `Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nThat is all.`,
    `\`\`\`\n${json}\n\`\`\``,
    `Sure! ${json} Anything else?`,
    `[${json}]`,
  ])('finds its JSON: %s', (answer) => {
    expect(readAnswer(answer, schema)).toEqual({ value })
  })

  it.each([
    '',
    'No.',
    '{"text": "cut of',
    '{"text": 1}',
    '[{"text": "two"}, {"text": "of them"}]',
    'null',
    '<think>{"text": "a draft"}',
  ])('finds none: %s', (answer) => {
    expect(readAnswer(answer, schema)).toBeNull()
  })

  it('keeps only fields of the schema', () => {
    expect(readAnswer('{"text": "a", "__proto__": {"admin": true}, "more": 1}', schema)).toEqual({
      value: { text: 'a' },
    })
  })

  it('reads hostile answers in time', () => {
    for (const piece of ['{', '```', '</think>', '<think>', '```json\n', '[[', ' ']) {
      expect(readAnswer(piece.repeat(100_000), schema)).toBeNull()
      jsonSoFar(piece.repeat(100_000))
    }
  })
})

describe('the JSON so far', () => {
  it.each([
    ['{"te', '{"te'],
    ['<think>{"text"', ''],
    ['<think>{"text"}</think> {"te', '{"te'],
    ['```json\n{"te', '{"te'],
    ['Here', ''],
    ['{"text": "</think> {', '{"text": "</think> {'],
  ])('of %j is %j', (answer, expected) => {
    expect(jsonSoFar(answer)).toBe(expected)
  })
})
