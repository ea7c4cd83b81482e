import { expect, test } from 'vitest'
import type { Block } from '../../shared/document.ts'
import { partsOf } from './document-model.ts'
import { readSentences } from './read-sentences.ts'

const sentence = 'The mill by the river has ground the grain of nine villages for many years. '

function placed(sections: readonly number[]) {
  return sections.flatMap((section, at) => {
    const place = { kind: 'paragraph' as const, paragraph: at + 1 }
    const block: Block = { id: `b${at}`, type: 'paragraph', text: sentence.repeat(4), headingPath: [], place }
    const context = { speakers: new Set<string>(), unpunctuated: false }
    return readSentences(block, section, 0, context).map((one) => ({ sentence: one, usable: true }))
  })
}

test('sections are the parts where there are several', () => {
  const { of, shares } = partsOf(placed([0, 1, 1, 2]))
  expect([...new Set(of)]).toEqual([0, 1, 2])
  expect(shares[1]).toBeGreaterThan(shares[0] ?? 1)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
})

test('without sections, whole paragraphs make parts of about equal length', () => {
  const { of } = partsOf(placed([0, 0, 0, 0, 0, 0, 0, 0]))
  expect([...new Set(of)]).toEqual([0, 1, 2])
  for (let at = 0; at < of.length; at += 4) expect(new Set(of.slice(at, at + 4)).size).toBe(1)
})

test('a short text is one part, nothing has none', () => {
  expect([...new Set(partsOf(placed([0])).of)]).toEqual([0])
  expect(partsOf([]).of).toHaveLength(0)
})
