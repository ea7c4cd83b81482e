import { expect, test } from 'vitest'
import type { Block } from '../../shared/document.ts'
import { documentOf, paragraph, paragraphs } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

const pageOf = async (blocks: Block[]) => (await extract(documentOf(blocks, { title: 'Velm' }))).page

const places = ['mill', 'quay', 'yard', 'school', 'tower', 'market', 'bridge', 'chapel', 'archive', 'orchard']
const goods = ['salt', 'timber', 'wool', 'copper', 'rye', 'honey', 'glass', 'rope', 'hides', 'paper']

/** A paragraph of three sentences, of which the last two need the first. */
const told = (at: number): string => {
  const place = `${goods[at % 10]} ${places[(at * 3 + Math.floor(at / 10)) % 10]}`
  return `In ${1600 + at} traders from Orla paid for a ${place} of ${at + 12} rooms near the old wall of Velm. It burned down within ${at + 2} years because nobody watched the ovens at night. They built another one of stone and sold ${goods[(at + 4) % 10]} there until the war.`
}

const speech = [
  'Ana Reyes still lives beside the old wall of Velm with two dogs.',
  '“We had a lot of guests. They wanted to see the ovens, they wanted to feel good. We found that odd.”',
]

test('passages of the advanced part begin with what needs nothing before it, and are no speech alone', async () => {
  const texts = Array.from({ length: 40 }, (_, at) => (at % 8 === 3 ? [told(at), ...speech] : [told(at)])).flat()
  const { parts } = await pageOf(paragraphs(texts))
  const lines = parts.flatMap((part) => part.lines.map(({ cells }) => cells.join(' ')))
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) expect(line).not.toMatch(/^(?:It|They|“)/u)
})

test('passages open each part of a source without headings, under its words', async () => {
  const blocks = Array.from({ length: 160 }, (_, at) =>
    paragraph(at + 1, `${told(at)} ${at < 80 ? 'Its ovens were of clay.' : 'Its ferries were of oak.'}`),
  )
  const { parts } = await pageOf(blocks)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.at(0)?.title).toMatch(/clay/iu)
  expect(parts.at(-1)?.title).toMatch(/ferries|oak/iu)
  const cited = parts.flatMap(({ lines }) => lines.flatMap(({ citations }) => citations.map(({ blockId }) => blockId)))
  const places = cited.map((id) => Number(id.slice(1)) / blocks.length)
  expect(places.some((place) => place > 0.75)).toBe(true)
  expect(places.some((place) => place > 0.25 && place < 0.45)).toBe(true)
})

test('a line that is repeated in several sections is shown once', async () => {
  const form = 'Applicants send a letter about their boats and the year in which each was built to the harbor office.'
  const blocks = Array.from({ length: 48 }, (_, at) => [
    paragraph(at * 2 + 1, at % 8 === 0 ? form : told(at), [`Berth ${Math.floor(at / 8)}`]),
  ]).flat()
  const { parts } = await pageOf(blocks)
  const lines = parts.flatMap((part) => part.lines.map(({ cells }) => cells.join(' ')))
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.filter((line) => line.includes(form)).length).toBeLessThan(2)
})
