import { describe, expect, test } from 'vitest'
import { documentOf, paragraphs } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

const lead = 'The council of Velm has looked for nine months at what a new harbor of the town could do for its ships.'
const filler = Array.from(
  { length: 24 },
  (_, at) => `Crane number ${at + 3} of the old quay lifts ${at * 7 + 30} tons of rye a day for the bakers of Orla.`,
)
const pageOf = async (texts: readonly string[], title = 'Does Velm need larger docks and wagons by May?') =>
  (await extract(documentOf(paragraphs([...texts, ...filler]), { title, kind: 'article' }))).page

test('a page has three takeaways where so many sentences stand alone, whatever they are about', async () => {
  const { takeaways } = await pageOf([lead, 'The piles of the quay were sunk by the first traders in nine years.'])
  expect(takeaways.length).toBeGreaterThanOrEqual(3)
})

describe('a gist that leaves its result open has the sentence that states it', () => {
  test.each([
    'In sum, the claim that a new harbor would help all ships of Velm is wrong.',
    'The study found that ships of Velm would save a third of their time in a new harbor.',
  ])('%s', async (verdict) => {
    const { gist } = await pageOf([lead, ...filler.slice(0, 4), verdict])
    expect(gist.text).toBe(`${lead} ${verdict}`)
  })

  test('but not that of something else', async () => {
    const { gist } = await pageOf([lead, ...filler.slice(0, 4), 'The study found that rye is milled at night in Orla.'])
    expect(gist.text).not.toContain('study')
  })
})

test('a view is shown with the sentence that says whose it is', async () => {
  const view = 'The new harbor of Velm will bring work and trade to all of the ships and men of the old town.'
  const whose = 'That’s the hopeful view of Ana Reyes, who owns the yard beside the quay.'
  const { gist } = await pageOf([view, whose], 'The harbor of Velm will not bring work')
  expect(gist.text).toContain(`${view} ${whose}`)
})

test('what only leads to a question is neither takeaway nor quote', async () => {
  const preface = 'The report on the harbor talks about the unknown costs for the nine ships of Velm.'
  const turns = Array.from({ length: 20 }, (_, at) => [
    `Ana Reyes: The harbor of Velm must have ${at + 3} cranes for the ships that load rye there.`,
    `Lee Brandt: ${preface} Could you say what these costs are?`,
    `Odile Ferrand: The ships of the harbor will pay ${at * 3 + 20} crowns for each ton of rye in May.`,
  ])
  const document = documentOf(paragraphs(turns.flat()), { title: 'Meeting on the harbor' })
  const { page } = await extract(document)
  expect([...page.takeaways, ...page.quotes].map(({ text }) => text)).not.toContain(preface)
  expect(page.quotes.length).toBeGreaterThan(0)
})

test('a quotation that its sentence goes on from is no quote', async () => {
  const said = 'The harbor of Velm could have had a better year'
  const cut = `“${said},” if the ice had gone by May, said Alma Reed, who runs the old mill.`
  const split = `“${said},” said Alma Reed, who runs the old mill, “if the ice had gone by May.”`
  const whole = 'The ice left the harbor of Velm in May,'
  const { page } = await extract(
    documentOf(
      paragraphs([lead, ...filler, ...filler, cut, split, `“${whole}” said Alma Reed, who runs the old mill.`]),
    ),
  )
  expect(page.quotes.map(({ text }) => text)).toEqual([whole.slice(0, -1)])
})

test('the gist is a lead that opens with someone new', async () => {
  const man = 'A miller’s decision to change his sacks caused him to lose nine tons of rye, his sons say.'
  const { gist } = await pageOf([man, 'According to his sons, the man had bought sacks for nine years in Orla.'])
  expect(gist.text).toContain(man)
})

test('pages written in exclamations have lines', async () => {
  const cheers = Array.from(
    { length: 24 },
    (_, at) => `Boat number ${at + 3} of Velm brings ${at * 7 + 30} tons of rye home!`,
  )
  const { page } = await extract(documentOf(paragraphs(cheers), { title: 'Boats of Velm' }))
  expect(page.gist.text).toMatch(/!$/u)
  expect(page.takeaways.length + page.summary.length).toBeGreaterThan(0)
})

describe('a summary', () => {
  const shown = async (texts: readonly string[]): Promise<string> => {
    const { summary } = (await extract(documentOf(paragraphs(texts), { title: 'Docks of Velm' }))).page
    return summary.map(({ text }) => text).join(' ')
  }

  test('goes on after the gist, passing over what is no prose', async () => {
    const next = 'Velm has nine cranes for its ships and two for its wagons. They were bought in the years of the war.'
    expect(await shown([lead, next, ...filler])).toMatch(/^Velm has nine cranes/u)
  })

  test('opens with the lead again where what follows the gist does not stand beside it', async () => {
    const vague = 'The owner told the others of nine new plans on Monday. He was cheered by many who were there.'
    expect(await shown([lead, vague, ...filler])).toMatch(/^The council of Velm has looked/u)
  })

  test('does not end with what only leads to a quotation, or open with thanks', async () => {
    const thanks = 'I would also like to thank Ana Reyes for talks on the harbor of Velm.'
    const next = 'Velm has nine cranes for its ships and two for its wagons. They were bought in the years of the war.'
    const text = await shown([thanks, lead, next, 'The owner confirmed this in a statement…', ...filler])
    expect(text).not.toMatch(/thank|…$/u)
  })

  test('of a meeting tells nothing that an earlier one decided', async () => {
    const turns = Array.from({ length: 30 }, (_, at) => [
      `Lev Brandt: The quay has room for ${at + 20} ships of class ${at + 3} and their crews.`,
      `Ada Moor: The second quay needs ${at + 3} million crowns for repairs of berth ${at + 5}.`,
    ]).flat()
    const opening =
      'Ada Moor: This is our meeting on the quays of Velm. First we go through the minutes of the previous meeting. We decided to sell the old crane to the owner of Orla.'
    expect(await shown([opening, ...turns])).not.toMatch(/^$|old crane/u)
  })

  test('is a few sentences, even short ones', async () => {
    const row = Array.from({ length: 9 }, (_, at) => `Quay ${at + 2} of the town has ${at + 4} old cranes.`).join(' ')
    const text = await shown([`${lead} ${row}`, ...filler, ...filler, ...filler])
    expect(text.match(/old cranes/gu)?.length).toBeLessThan(6)
  })

  test('does not end within a quotation', async () => {
    const next = 'Velm has nine cranes for its ships and two for its wagons. They were bought in the years of the war.'
    const said = 'The slogan of the town was painted on nine walls of the quay in May. “Ships. We love them.”'
    const text = await shown([lead, next, said, ...filler])
    expect(text.split('“').length).toBe(text.split('”').length)
  })

  test('is on every page of more than 200 words', async () => {
    const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const texts = letters.map((one) =>
      `The quay ${one} of the town has nine ships, which leave the port in May. `.repeat(2),
    )
    expect(await shown(texts)).not.toBe('')
  })
})

test('a list of scores has no page', async () => {
  const scores = Array.from({ length: 24 }, (_, at) => `Orla (${at}-0): Reed ${at + 2} points. Vale ${at + 9} points.`)
  await expect(extract(documentOf(paragraphs(scores), { title: 'Scores of May' }))).rejects.toThrow('No full sentence')
})

test('a later sentence with more words of the title does not beat the lead', async () => {
  const lead = 'The council of Velm reported that its income from ships fell in May, by nine million crowns.'
  const late = 'Next year Velm sees larger docks, and the wagons of the town will need new sheds by May.'
  const { gist } = await pageOf([lead, ...filler.slice(0, 8), late])
  expect(gist.text).toContain(lead)
})
