import { describe, expect, test } from 'vitest'
import { documentOf, paragraph, paragraphs } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

const gistOf = async (texts: readonly string[], title: string): Promise<string> =>
  (await extract(documentOf(paragraphs(texts), { title, kind: 'article' }))).page.gist.text

describe('a gist', () => {
  test('of a meeting without decisions is beside its topics, without what is begun again', async () => {
    const turns = [
      'Grad B: The three old boats in the harbor of Velm leak.',
      'Professor A: Yeah.',
      'PhD C: You see, right, it was, um, a lot worse.',
      'Grad B: It was so loud there, you see, that we could not, I mean, we just left.',
      'Professor A: Right.',
      'Grad B: So you could hear it, you know, all over the place and, um, nobody liked it.',
    ]
    const texts = [
      'Professor A: OK, are we all here?',
      ...turns,
      'Professor A: I have {disfmarker} I want to talk about the new microphones and cables of the ferry .',
      ...turns,
      "Professor A: The next item , then , is a report on the noise of the ferry 's engine .",
      ...turns,
    ]
    const { page } = await extract(documentOf(paragraphs([...texts, ...turns]), { title: 'Notes' }))
    const { gist, takeaways, summary } = page
    const shown = [gist, ...takeaways.map(({ label, text }) => ({ text: `${label}: ${text}` })), ...summary]
      .map(({ text }) => text)
      .join('\n')
    expect(shown).toContain('Professor A: I want to talk about the new microphones and cables of the ferry.')
    expect(shown).toContain("Professor A: The next item is a report on the noise of the ferry's engine.")
  })

  test('of a meeting is not the purpose of something else, nor speech that was broken off', async () => {
    const gist = await gistOf(
      [
        'Ana: All right.',
        'Ben: The list is in the shared folder.',
        'Ana: He may help by not coming to a meeting. today he is, So, he knows the aim of it.',
        'Ben: The aim of the old list was to review the nine cranes of Velm.',
        'Ana: I want to talk about the new list of cranes and cables for the ferry.',
        ...Array.from({ length: 9 }, (_, at) => `Ben: Crane number ${at + 2} needs new cables before winter comes.`),
      ],
      'Notes',
    )
    expect(gist).toContain('Ana: I want to talk about the new list')
  })

  test('of a story in dialogue is in its first chapter', async () => {
    const speech = (at: number): string => `“Then sell ship ${at},” said the mate, and the others agreed at once.`
    const told = 'The mate carried ropes and barrels to the quay.'
    const opening = (at: number): string =>
      `Ana Reyes wanted the ${at === 0 ? 'oldest' : 'newest'} ship of Velm for herself.`
    const textOf = (at: number, line: number): string => (line % (at === 0 ? 3 : 2) > 0 ? speech(line) : told)
    const chapters = ['The harbor', 'II'].flatMap((title, at) =>
      Array.from({ length: 61 }, (_, line) =>
        paragraph(at * 100 + line + 1, line === 0 ? opening(at) : textOf(at, line - 1), [title]),
      ),
    )
    const { page } = await extract(documentOf(chapters, { title: 'Velm' }))
    expect(page.gist.text).toContain('the oldest ship')
  })

  test('of a story is told, names someone, and comes after mottos and speech', async () => {
    const mottos = Array.from({ length: 90 }, (_, at) =>
      paragraph(at + 1, `“The sea of Velm is ${'deep '.repeat(at + 1)}and cold.”`, ['Mottos']),
    )
    const told = Array.from({ length: 80 }, (_, at) =>
      at % 3 === 0
        ? '“We sail at dawn,” said the mate to the others.'
        : 'The men carried the ropes and barrels down to the old quay.',
    )
    const opening = [
      '“Who is there?” asked the mate.',
      'It was raining hard on the roofs.',
      'The mate of the last ship to leave Velm looked for Ana Reyes in all the inns of the old town.',
    ]
    const chapter = [...opening, ...told].map((text, at) => paragraph(at + 100, text, ['Chapter 1']))
    const { page } = await extract(documentOf([...mottos, ...chapter], { title: 'The mate' }))
    expect(page.gist.text).toContain('looked for Ana Reyes')
  })
})

test.each([
  'The boats of Velm were built to carry its people across the bay; then the boats found out that it is far easier to sink them!',
  'It was the last chance of the mate to prove that he knew less than the crew, and all their lives hung on it!',
])('the gist of a story is its teaser, without the scene after it: %s', async (teaser) => {
  const told = Array.from({ length: 80 }, (_, at) =>
    at % 2 === 0
      ? `“We sail at dawn with the first wind,” said the mate to Ana Reyes and the ${'tired '.repeat((at % 6) + 1)}men of the quay.`
      : 'The men carried the ropes and barrels down to the old quay.',
  )
  const named = 'The mate of the last ship to leave looked for Ana Reyes in all the inns of the old town.'
  const { page } = await extract(documentOf(paragraphs([teaser, named, ...told]), { title: 'The boats' }))
  expect(page.gist.text).toBe(teaser)
})

test('a story that opens with questions and their answers has a summary', async () => {
  const advertisement = ['salt', 'rye', 'wool', 'rope', 'glass', 'wood', 'fish', 'oil']
    .map((thing) => `Who knows all the secrets of ${thing}? The Order wrote a booklet on ${thing} in ${thing} town.`)
    .join(' ')
  const told = Array.from(
    { length: 45 },
    (_, at) =>
      `The keeper closed the shutters of room ${String.fromCharCode(97 + (at % 26))} before the storm came in. “You promised me that the sea would be calm tonight,” said ${at < 6 ? 'Ilse' : 'Captain Brandt'}, and ${at < 6 ? 'she' : 'he'} shut the heavy door.`,
  )
  const texts = ['What is the Order?', 'By ANA REYES', advertisement, ...told]
  const { page } = await extract(documentOf(paragraphs(texts), { title: 'What is the Order?' }))
  expect(page.flags).toEqual(['fiction'])
  expect(page.summary.map(({ text }) => text).join(' ')).not.toBe('')
})

test('the gist of a poem is its first lines', async () => {
  const poem = [
    'The harbor lies in winter light,',
    'The ships are small and few,',
    'And all the ropes are drawn so tight',
    'That nothing can come through.',
    'Where once the traders sang by night,',
    'Where once the whistles blew,',
    'A single lamp, a single kite,',
    'A single oar or two',
    'Remember how the sails were white,',
    'Remember how the harbor grew,',
    'Remember how we lost the fight,',
    'Remember, as I do.',
  ]
  expect(await gistOf(poem, 'The harbor')).toBe(poem.slice(0, 4).join(' / '))
})
