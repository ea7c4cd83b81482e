import { expect, test } from 'vitest'
import { documentOf, paragraph } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

const openings = [
  'Fog lay over the old lighthouse, and the keeper of Orla had not slept for three nights.',
  'By noon the fog had lifted, and a single sail stood off the point of Velm.',
  'Captain Brandt was the first to come ashore, with salt in his beard and a letter in his coat.',
]

const sceneOf = (at: number): string =>
  `The keeper closed the shutters of room ${String.fromCharCode(97 + (at % 26))} before the storm came in. “You promised me that the sea would be calm in bay ${String.fromCharCode(97 + Math.floor(at / 26))}${String.fromCharCode(97 + (at % 26))},” said Captain Brandt, and he shut the heavy door.`

test('a novel opens with its first chapter, and each chapter with its first lines', async () => {
  const extracts = Array.from(
    { length: 50 },
    (_, at) =>
      `Old Marten of Orla writes on leaf ${String.fromCharCode(97 + (at % 26))} that whales are longer than the ships of the king.`,
  )
  const chapters = openings.flatMap((opening, chapter) => {
    const scenes = Array.from({ length: 70 }, (_, at) => sceneOf(chapter * 70 + at))
    return [opening, ...scenes].map((text) => [text, `Chapter ${chapter + 1}. The tower`] as const)
  })
  const blocks = [...extracts.map((text) => [text, 'Extracts'] as const), ...chapters].map(([text, title], at) =>
    paragraph(at + 1, text, [title]),
  )
  const { page } = await extract(documentOf(blocks))
  expect(page.flags).toEqual(['fiction'])
  expect(page.gist.text).toMatch(/^Fog lay over the old lighthouse/u)
  const parts = page.parts.filter(({ title }) => /^Chapter [23]/u.test(title))
  expect(parts.map(({ lines }) => lines[0]?.cells[0])).toEqual([
    expect.stringMatching(/^By noon the fog/u),
    expect.stringMatching(/^Captain Brandt was the first/u),
  ])
})
