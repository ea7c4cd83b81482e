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

test('a passage does not end where its paragraph turns to what the next one tells', async () => {
  const turn = (at: number): string =>
    at % 2 === 0
      ? `In ${1600 + at} traders from Orla paid for a ${goods[at % 10]} quay of ${at + 12} rooms near the old wall of Velm. But from that year onward, things changed in the ${places[at % 10]}.`
      : told(at)
  const { parts } = await pageOf(paragraphs(Array.from({ length: 60 }, (_, at) => turn(at))))
  expect(textOf(parts).split('\n').length).toBeGreaterThan(2)
  for (const line of textOf(parts).split('\n')) expect(line).not.toMatch(/things changed[^.]*\.$/u)
})

test('a source without headings has passages from all of it in one part, under no heading', async () => {
  const { parts } = await pageOf(paragraphs(Array.from({ length: 160 }, (_, at) => told(at))))
  expect(parts.map(({ title }) => title)).toEqual([''])
  const cited = parts.flatMap(({ lines }) => lines.flatMap(({ citations }) => citations.map(({ blockId }) => blockId)))
  const places = cited.map((id) => Number(id.slice(1)) / 160)
  expect(places.some((place) => place > 0.7)).toBe(true)
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

/** The parts of a page as one text. */
const textOf = (parts: Awaited<ReturnType<typeof pageOf>>['parts']): string =>
  parts.flatMap((part) => part.lines.map(({ cells }) => cells.join(' '))).join('\n')

test('a part is paragraphs from the beginning of its section, or is left out', async () => {
  const late = 'Captain Brandt of Orla sold the last barrel of salt to a trader from the north for nine crowns.'
  const headed = Array.from({ length: 48 }, (_, at) => paragraph(at + 1, told(at), [`Berth ${Math.floor(at / 6)}`]))
  const vague = Array.from({ length: 6 }, (_, at) =>
    paragraph(100 + at, 'It was built by them in a year, and they left it to those who came after that.', ['The pier']),
  )
  const { parts } = await pageOf([...headed, ...vague, paragraph(120, late, ['The pier'])])
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.map(({ title }) => title)).not.toContain('The pier')
  const openings = headed.map(({ text }) => text.slice(0, text.indexOf('.')))
  for (const line of textOf(parts.slice(1)).split('\n'))
    expect(openings.some((opening) => line.startsWith(opening))).toBe(true)
})

test('a part begins after the lines of a list at the beginning of its section', async () => {
  const blocks = Array.from({ length: 48 }, (_, at) => {
    const heading = [`Berth ${Math.floor(at / 12)}`]
    return at % 12 < 6 ? paragraph(at + 1, `Cranes ${at}`, heading) : paragraph(at + 1, told(at), heading)
  })
  const { parts } = await pageOf(blocks)
  expect(parts.map(({ title }) => title)).toEqual(expect.arrayContaining(['Berth 1', 'Berth 2', 'Berth 3']))
})

test('a story without chapters has no parts, which would be its next pages', async () => {
  const bay = (at: number): string => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))
  const scenes = Array.from(
    { length: 160 },
    (_, at) =>
      `The keeper closed the shutters of room ${bay(at)}. “You promised me a calm sea in bay ${bay(at)} tonight,” said Captain Brandt, and he shut the door.`,
  )
  const opening = 'Fog lay over the old lighthouse, and the keeper of Orla had not slept for three nights.'
  const { flags, parts, notices } = await pageOf(paragraphs([opening, ...scenes]))
  expect(flags).toEqual(['fiction'])
  expect(parts).toEqual([])
  expect(notices).toContain('fiction_extracts')
  expect(notices).not.toContain('too_few_sentences')
})
