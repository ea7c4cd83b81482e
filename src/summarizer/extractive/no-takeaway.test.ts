import { describe, expect, test } from 'vitest'
import type { Block } from '../../shared/document.ts'
import { cutSections } from '../sections.ts'
import { documentOf, paragraph } from '../testing/documents.ts'
import { Persons } from '../text/names.ts'
import { buildModel } from './model.ts'
import { readSentences } from './read-sentences.ts'
import { knownFrom } from './runs.ts'
import { pickTakeaways } from './takeaways.ts'

const harbor: readonly string[] = [
  'The harbor of Velm will close for a year from May, the council of Velm decided on Monday.',
  'The piles of the quay of Velm are older than the town of Orla and were sunk by the first traders.',
  'Ships of Velm will use the harbor of Orla, which has two cranes and berths for 90 boats.',
  'The repair of the harbor costs 4 million crowns, of which the state of Velm pays half.',
]

const introduction = 'A VHA report by Ana Reyes was read.'

function takeawaysOf(text: readonly string[]): string {
  let heading: string[] = []
  const blocks = text.flatMap((line, at): Block[] => {
    if (!line.startsWith('# ')) return [paragraph(at + 1, line, heading)]
    heading = [line.slice(2)]
    return [{ ...paragraph(at + 1, line.slice(2)), type: 'heading', level: 2 }]
  })
  const document = documentOf(blocks, { title: 'Velm closes its harbor' })
  const sections = cutSections(document)
  const titles = sections.map(({ title }) => title)
  const model = buildModel(readSentences(document, sections), titles)
  const persons = new Persons([], 'en')
  const limits = { count: 9, maxWords: 500, allowed: () => true, persons, meeting: false, shown: [] }
  const picked = pickTakeaways(model, { ...limits, known: knownFrom(model, []), titles })
  return picked.map(({ run, label }) => `${label}: ${run.sentences[0]?.sentence.text}`).join('\n')
}

describe('no takeaway of the harbor of Velm', () => {
  test.each([
    ['is about something that is not on the page', 'The vehicle yielded nearly 30 grams of harbor dust from Velm.'],
    [
      'has an object without its noun',
      'The council of Velm called it not a repair, but a rescue of 9 ships in the harbor.',
    ],
    ['compares with what is missing', 'The same harbor would cost the town of Velm 15 million crowns.'],
    ['sets a scene', 'When the council of Velm met on 3 May, the harbor lay in fog and 9 ships were late.'],
    ['lists things', 'About 8 piles, 9 ropes, two cranes, six boats, a bell and a lamp for the harbor of Velm.'],
    ['sells something', 'In each episode of the paper, Ana Reyes must explain the harbor of Velm.'],
    ['names its writer', 'Ana Reyes is a harbor reporter for the paper and spends 20 percent of her time in Velm.'],
    ['is no sentence after its label', 'HARBOR FEES - to be paid by all of the 9 ships in the harbor of Velm.'],
    ['points at another part', 'The repair I have described must cost the harbor of Velm 9 million crowns.'],
    ['points at a paragraph', 'The keys of the harbor of Velm (see paragraphs 8 and 9) must be returned by 9 May.'],
    ['does the same as another', 'The state must do the same for the harbor of Velm, since its 9 ships are too old.'],
    ['concludes', 'The harbor of Velm must therefore close for 9 months, the council decided.'],
    ['goes on from another thing', 'Ships of Velm may wait for another harbor with 90 berths by the end of the year.'],
    ['is what its writer thinks', 'In my view, the harbor of Velm will need 90 million crowns from the state.'],
    ['names someone met before', 'Reyes said 90 percent of the harbor of Velm will be dredged by May.'],
    ['has a short form explained before', 'The VHA will charge each of the 90 ships in the harbor of Velm.'],
    ['is a people with its noun', 'The German builder will repair the harbor of Velm for 90 million crowns.'],
    [
      'has a possessive without its noun',
      'The builder’s attention to detail will cost the harbor of Velm 90 million crowns.',
    ],
    ['has a place for its pronoun', 'To win Velm, he must repair 90 percent of the harbor by May.'],
    [
      'is an aim without a main clause',
      'To dredge the harbor of Velm for 9 ships, two cranes and a ferry by the end of May.',
    ],
    ['is what was thought before', 'At first glance, the harbor of Velm has 90 good berths for ships of all kinds.'],
    ['points at what is below it', 'The council of Velm may use the sample template below for 90 fees of the harbor.'],
    ['takes what is not on the page', 'The state of Velm must fund that small boat with 9 million crowns by May.'],
    ['brings what is not on the page', 'The state of Velm will bring that law for 9 ships to the council by May.'],
    ['finds by somebody unnamed', 'The divers found that 90 percent of the harbor of Velm must be dredged.'],
    ['was so until then', 'Until recently, the council of Velm paid 9 million crowns for the harbor.'],
    ['has a paper for its pronoun', 'The Chronicle says he must sell 90 berths in the harbor of Velm by May.'],
    [
      'has another thing for its pronoun',
      'The TNG says that it’s enough to give the harbor of Velm 90 berths for ships.',
    ],
    ['calls out', 'Ah, but one pile of the harbor of Velm proved to be 90 years old.'],
    ['asks to write', 'If the harbor of Velm has 9 new ships for you, please contact the owner of the quay.'],
    ['is cut from a quotation', "The paper of Velm calls the harbor with its 9 ships the 'Last port."],
  ])('%s', (_, line) => {
    const shown = takeawaysOf([...harbor, introduction, line])
    expect(shown).toContain('berths for 90 boats')
    expect(shown).not.toContain(line)
  })

  test('is off the topic of a source with few other lines', () => {
    const shown = takeawaysOf([...harbor.slice(0, 2), 'Painters of the north admired 9 old inns in narrow streets.'])
    expect(shown).toContain(': The harbor of Velm')
    expect(shown).not.toContain('Painters')
  })

  test.each([
    ['Who pays for it?', true],
    ['The old quay sank. Who pays for it?', false],
    ['“The old quay sank in the night, and who pays for it.”', false],
  ])('follows a question or quotation in running text: %s', (before, isShown) => {
    const line = 'Nine divers from the north must look at the harbor of Velm by 9 June.'
    expect(takeawaysOf([...harbor, before, line]).includes(line)).toBe(isShown)
    expect(takeawaysOf([...harbor, `Who pays for the harbor of Velm? ${line}`])).not.toContain(line)
  })

  test('is an item of a list within a paragraph', () => {
    const list = 'The council will not repair: (1) the old crane. (2) Ferries of Velm with 9 berths in the harbor.'
    expect(takeawaysOf([...harbor, list])).not.toContain('Ferries')
  })

  const labeled = (headings: readonly string[]): string =>
    takeawaysOf(harbor.flatMap((text, at) => [`# ${headings[at]}`, text]))

  test('has a line or a heading without words as its label', () => {
    expect(labeled(['Table of Contents', 'Inhaltsverzeichnis', 'Chapter 3', 'B. Repair'])).not.toMatch(
      /Contents|Inhalt/u,
    )
    const shown = labeled(['________', 'A. History', 'Chapter 3', 'B. Repair'])
    expect(shown).toMatch(/^Repair: /mu)
    expect(shown).not.toMatch(/____|History|Chapter/u)
    expect(labeled(['________', 'History', 'Chapter 3', 'Its harbor'])).toMatch(/^: The repair/mu)
    expect(labeled(['________', 'History', 'Chapter 3', 'A. Repair'])).toMatch(/^Repair: /mu)
  })

  test.each(['A. baumannii outbreak', 'E. coli outbreak', 'S. Korea', 'Harb', 'Elm clos'])(
    'has a part of “%s” as its label',
    (heading) => {
      expect(labeled(['________', 'History', 'Chapter 3', heading])).toMatch(new RegExp(`^${heading}: `, 'mu'))
    },
  )

  test('has a heading of another section as its label, or one that another line has', () => {
    const [first = '', second = '', third = '', fourth = ''] = harbor
    const shown = takeawaysOf(['# Berths', first, third, '# Chart N/A', second, '# Berths', fourth])
    expect(shown.match(/^Berths: /gmu)).toHaveLength(1)
    expect(shown).not.toContain('N/A')
  })

  test('is of a speaker whom only a letter names', () => {
    const turns = harbor.flatMap((text) => ['Q: What does the council of Velm say?', `A: ${text}`])
    const own = 'Our council will pay 9 million crowns for the harbor of Velm by the end of May.'
    const shown = takeawaysOf([...turns, `A: ${own}`])
    expect(shown).toContain(': Ships of Velm')
    expect(shown).not.toContain(own)
  })

  test('is only a claim that the source examines', () => {
    const claim = 'The council of Velm will sell the harbor for 90 million crowns to the state.'
    const shown = takeawaysOf(['# Claim', claim, '# Origin', ...harbor])
    expect(shown).toContain('berths for 90 boats')
    expect(shown).not.toContain(claim)
  })

  test('has the letter of an interview as its label', () => {
    const turns = harbor.flatMap((text) => ['Q: What does the council of Velm say?', `A: ${text}`])
    const shown = takeawaysOf(turns)
    expect(shown).toContain(': Ships of Velm')
    expect(shown).not.toMatch(/^A: /mu)
  })
})
