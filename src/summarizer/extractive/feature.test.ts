import { describe, expect, test } from 'vitest'
import { withTexts } from '../../../tests/support/with-texts.ts'
import type { ExtractedDocument } from '../../shared/document.ts'
import { documentOf as madeOf, paragraph } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

type Part = readonly [heading: string, ...paragraphs: string[]]

const oysters: readonly Part[] = [
  [
    'Morning',
    'At dawn the quay smells of diesel and wet rope. Gulls quarrel over a torn sack. The oyster growers of Lannick Bay harvested 310 tons of oysters last year, more than in any year since the disease of 1974. The bay once again supplies oysters to half of the restaurants in the region. A radio plays somewhere.',
  ],
  [
    'The disease',
    'In 1974 a parasite killed nine in ten oysters of Lannick Bay within two summers. The growers saw two possibilities. Some gave up and sold their boats, because no bank would lend against empty beds. The others imported a Pacific oyster that the parasite does not attack.',
    'The Pacific oyster grew twice as fast as the native oyster, and by 1990 the bay harvested 200 tons again. The native oyster was thought to be lost.',
  ],
  [
    'The search',
    'In 2006 the marine station at Lannick found native oysters on a reef that no chart showed. A survey counted 4,000 native oysters on the reef, and none of them carried the parasite. “We had been looking for a survivor for thirty years and it sat under our anchor,” says the biologist Ines Caro.',
    'The station crossed the oysters of the reef with those of a hatchery. The result is a native oyster that resists the parasite in eight cases of ten.',
  ],
  [
    'The price',
    'The resistant oyster needs four years to grow, while the Pacific oyster needs two. Growers sell a native oyster for three euros, three times the price of a Pacific oyster. “That is the whole trick,” says Caro. A grower with ten hectares earns about 40,000 euros a year from native oysters.',
  ],
  [
    'What comes next',
    'Warmer water is the next danger to the oysters of the bay. The station measured 24 degrees in the bay in August, two degrees more than native oysters bear for long. The growers decided to move a third of the beds to deeper water by 2028. In the end, says the station, the bay must keep both oysters, because no single oyster survives everything.',
  ],
]

function documentOf(parts: readonly Part[]): ExtractedDocument {
  const texts = parts.flatMap(([heading, ...paragraphs]) => paragraphs.map((text) => ({ heading, text })))
  const blocks = texts.map(({ heading, text }, at) => paragraph(at + 1, text, [heading]))
  return madeOf(blocks, { kind: 'article', title: 'The oysters that came back' })
}

const summarize = async (document: ExtractedDocument) => withTexts(await extract(document))

const sentencesOf = (part: Part | undefined) =>
  (part ?? ['']).slice(1).flatMap((text) => text.split(/(?<=[.”]) (?=\p{Lu}|“)/u))

describe('a feature with headed parts', () => {
  test('has sentences of nearly all its parts on the page', async () => {
    const { basicSummary, keyTakeaways, page } = await summarize(documentOf(oysters))
    const shown = [page.gist.text, basicSummary, ...keyTakeaways.map(({ text }) => text)].join(' ')
    const cited = oysters.filter((part) => sentencesOf(part).some((sentence) => shown.includes(sentence)))
    expect(cited.length).toBeGreaterThanOrEqual(4)
  })

  test('omits scenery', async () => {
    const { basicSummary, keyTakeaways } = await summarize(documentOf(oysters))
    const shown = [basicSummary, ...keyTakeaways.map((takeaway) => takeaway.text)].join(' ')
    expect(shown).not.toMatch(/smells of diesel|Gulls quarrel|radio plays/u)
  })

  test('has takeaways from several parts, none an announcement and none repeated in the summary', async () => {
    const { basicSummary, keyTakeaways } = await summarize(documentOf(oysters))
    const texts = keyTakeaways.map((takeaway) => takeaway.text)
    const parts = oysters.filter((part) => texts.some((text) => part.slice(1).join(' ').includes(text)))
    expect(parts.length).toBeGreaterThanOrEqual(2)
    expect(texts).not.toContain('The growers saw two possibilities.')
    for (const text of texts) expect(basicSummary).not.toContain(text)
  })

  test('quotes whole statements of speakers', async () => {
    const more = oysters.map(
      ([heading, ...texts]): Part => [heading, ...texts.map((text) => text.replaceAll('oyster', 'mussel'))],
    )
    const { notableQuotes } = await summarize(documentOf([...oysters, ...more]))
    const quotes = notableQuotes.map((quote) => quote.text).join(' ')
    expect(quotes).toContain('it sat under our anchor')
    expect(quotes).not.toContain('That is the whole trick')
  })
})

test.each([
  'Scientists of the lake station see two causes.',
  'Here are some of the causes that scientists of the lake station see.',
])('takes an announcement only with the text it announces: %s', async (announcement) => {
  const body = `The lake lost a third of its water between 2001 and 2020. ${announcement}`
  const causes = 'Farms upstream pump water from the lake. The lake also loses more water to the wind than before.'
  const { basicSummary, keyTakeaways } = await summarize(
    documentOf([['Lake', `${body} ${causes}`, `${causes} The lake matters.`]]),
  )
  const announced = basicSummary.indexOf(announcement)
  if (announced >= 0) expect(basicSummary.slice(announced + announcement.length)).toMatch(/^ Farms upstream/u)
  expect(keyTakeaways.filter(({ text }) => text.endsWith(announcement))).toEqual([])
})

test('takes the lines of a paper with many formulas from its abstract and conclusions', async () => {
  const methods = Array.from(
    { length: 70 },
    (_, at) =>
      `It was cut as pile ${at + 1} from oak near village ${at + 3}, dried for ${at + 40} days and hung from a raft.`,
  )
  const formulas = Array.from({ length: 260 }, (_, at) => `x_${at} = a_${at} + b_${at} · c_${at} / d_${at} − e`)
  const { page } = await summarize(
    documentOf([
      [
        'Abstract',
        'This paper examines how ship worms destroy oak piles in warm winters. Worms need salt water above five degrees and die in fresh water. They enter piles as larvae and grow inside of the wood. Harbors of the north have had no worms for eighty years. In tests of nine harbors, we found that tar keeps worms out of oak piles for twelve years.',
      ],
      ['Methods', ...methods],
      ['Theory', ...formulas],
      [
        'Conclusions',
        'We have shown that steel piles cost three times the price of tarred oak and last for fifty winters.',
      ],
    ]),
  )
  const takeaways = page.takeaways.map(({ text }) => text).join('\n')
  const lines = [takeaways, ...page.summary.map(({ text }) => text)].join('\n')
  expect(lines).toContain('tar keeps worms out')
  expect(takeaways).toContain('steel piles cost three times')
})
