import { expect, test } from 'vitest'
import { engineName, summaryParts } from './summary-text.ts'

test('a text without titles is one part', () => {
  expect(summaryParts('One.\n\nTwo,\nstill two.')).toEqual([{ title: null, paragraphs: ['One.', 'Two,\nstill two.'] }])
  expect(summaryParts('')).toEqual([])
})

test('starts a part at a marked title only', () => {
  expect(summaryParts('First.\n\n## Salt\n\nIt paid.\n\nFor all.\n\n\n## Silt \n\n#2 of it.')).toEqual([
    { title: null, paragraphs: ['First.'] },
    { title: 'Salt', paragraphs: ['It paid.', 'For all.'] },
    { title: 'Silt', paragraphs: ['#2 of it.'] },
  ])
})

test('names an engine by its models', () => {
  const nameOf = (id: string) => engineName({ id, label: '' })
  expect(nameOf('extractive')).toBe('the built-in engine')
  expect(nameOf('openai:gpt-5-mini')).toBe('gpt-5-mini')
  expect(nameOf('openai:gpt-5-mini,local:llama:8b')).toBe('gpt-5-mini and llama:8b')
})
