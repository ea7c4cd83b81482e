import { expect, test } from 'vitest'
import { honestBut, readFence, reads } from '../../../../tests/support/scripted-models.ts'
import { pageWith } from '../../../../tests/support/summarize-with.ts'
import { basicText } from '../../../shared/summary/partial-page.ts'
import { article, documentOf, paragraph } from '../../testing/documents.ts'

const added = [
  'Host: Where was the orchard planted?',
  'Ines: On the slope above Varde, by my aunt.',
  'The orchard sells cider in nine shops.',
  'Last autumn it pressed 3,150 liters.',
  'Its owner is Ines Rask, who studied in Lund.',
  'She is 41 and has two sons.',
  'Water young trees in the evening.',
  'Prune the branches in February, before the sap rises.',
  'Sen. Olga Berg, R-Neb., called the subsidy a mistake on Tuesday.',
]
const source = documentOf([...article().blocks, ...added.map((text, at) => paragraph(11 + at, text))])

/** The second read's statements, as its prompt shows them. */
const statementsOf = (requests: readonly { schemaName: string; prompt: string }[]): string =>
  readFence(requests.find(({ schemaName }) => schemaName === 'second_read')?.prompt ?? '', 'statements').lines.join(
    '\n',
  )

test.each([
  ['a figure cited one paragraph off', 'The orchard pressed 3,150 liters last autumn.', 'b13', ['b14']],
  ['an age in the next block', 'Ines Rask, who is 41, studied in Lund.', 'b15', ['b15', 'b16']],
  ['advice cited to its neighbor', 'Prune the branches in February, before the sap rises.', 'b17', ['b18']],
  ['a question cited instead of its answer', 'An aunt planted it on the slope above Varde.', 'b11', ['b12']],
])('moves or completes the citation of %s', async (_, text, cited, expected) => {
  const { result, requests } = await pageWith(
    reads(
      (_, missing) => ({
        supported: missing.map((statement) => ({ statement, words: 'She is 41 and has two sons.' })),
      }),
      honestBut(({ takeaways }) => ({ takeaways: [{ label: '', text, blocks: [cited] }, ...takeaways.slice(0, 2)] })),
    ),
    source,
  )
  expect(result.page.takeaways[0]?.citations.map(({ blockId }) => blockId)).toEqual(expected)
  // The second read judges the statement by the passages that the reader sees.
  for (const id of expected) expect(readFence(requests[1]?.prompt ?? '').lines.join('\n')).toContain(`[${id}] `)
})

test('keeps the citations of each sentence of a paragraph that rests on many passages', async () => {
  const texts = [
    'The ferry to Holm carries eighty cars and stops at noon for the tide.',
    'Anglers complain about the noise of its diesel engines near the reef.',
    'In May the county promised a quieter hull by the end of the decade.',
    'Batteries for it would fill half of the deck, its builder warned.',
    'Farmers bring milk across, and their lorries need every berth.',
    'The reef has a colony of seals that strangers may not approach.',
    'Divers count the pups each June.',
  ]
  const paragraphs = documentOf([...article().blocks, ...texts.map((text, at) => paragraph(11 + at, text))])
  const told = [
    'Holm’s ferry carries eighty cars, among them lorries of farmers with milk.',
    'Because anglers complain about diesel noise, the county promised a quieter hull, though its builder warned that batteries fill half of the deck.',
    'Seals of the reef may not be approached, and divers count the pups in June.',
  ]
  const blocks = texts.map((_, at) => `b${11 + at}`)
  const { result } = await pageWith(
    honestBut(() => ({ summary: [{ text: told.join(' '), blocks }] })),
    paragraphs,
  )
  expect(result.page.summary[0]?.citations.map(({ blockId }) => blockId)).toEqual(blocks)
})

test.each([
  ['all that the second read saw with it', true, ['b11', 'b12', 'b13', 'b14', 'b15', 'b16']],
  ['the three that share most with it, without a second read', false, ['b11', 'b13', 'b14']],
])('cites for one long sentence %s', async (_, secondRead, expected) => {
  const texts = [
    'The ferry to Holm carries eighty cars and stops at noon for the tide.',
    'Anglers dislike it.',
    'In May the county promised a quieter hull by the end of the decade.',
    'Batteries for it would fill half of the deck, its builder warned.',
    'Farmers protest, too.',
    'Seals fled from the reef.',
  ]
  const text =
    'Holm’s ferry carries eighty cars at noon, which anglers and farmers resist because of seals, so the county promised a quieter hull, though its builder warned that batteries fill half of the deck.'
  const { result } = await pageWith(
    honestBut(({ takeaways }) => ({
      takeaways: [{ label: '', text, blocks: texts.map((_, at) => `b${11 + at}`) }, ...takeaways.slice(0, 2)],
    })),
    documentOf([...article().blocks, ...texts.map((each, at) => paragraph(11 + at, each))]),
    { secondRead },
  )
  expect(result.page.takeaways[0]?.citations.map(({ blockId }) => blockId)).toEqual(expected)
})

const rescue = 'The ferryman turns back to the reef to save a diver, who has lost his air and is near death.'
const corrected = rescue.replace('a diver', 'one diver')

test.each([
  ['a line that the second read accepts', true, rescue, ['b11', 'b12', 'b13']],
  ['a line that the second read corrects', true, corrected, ['b11', 'b12', 'b13']],
  ['a line without a second read', false, rescue, ['b11']],
])('cites the paraphrased blocks of %s: %s', async (_, secondRead, shown, expected) => {
  const texts = [
    'The ferryman turned back to the reef for the diver.',
    'The tank was empty.',
    '“Minutes,” said the doctor.',
  ]
  const { result } = await pageWith(
    reads(
      (numberOf) => ({ wrong: shown === rescue ? [] : [{ statement: numberOf(rescue), correction: shown }] }),
      honestBut(({ takeaways }) => ({
        takeaways: [{ label: '', text: rescue, blocks: ['b11', 'b12', 'b13'] }, ...takeaways.slice(0, 2)],
      })),
    ),
    documentOf([...article().blocks, ...texts.map((each, at) => paragraph(11 + at, each))]),
    { secondRead },
  )
  expect(result.page.takeaways[0]).toMatchObject({ text: shown, citations: expected.map((blockId) => ({ blockId })) })
})

test('tells models where each of several short blocks begins', async () => {
  const { requests } = await pageWith(
    honestBut(() => ({})),
    source,
  )
  expect(requests[0]?.prompt).toContain('[b11] Host: Where was the orchard planted? |12 Ines: On the slope')
  expect(requests[0]?.instructions).toContain('[b12] begins block b12, |13 within a line begins b13')
})

test('shows the passage around the abbreviation of a missing word, and accepts its words', async () => {
  const claim = 'A senator of Nebraska called the subsidy a mistake.'
  const keptFor = async (words: string) => {
    const { result, requests } = await pageWith(
      reads(
        (_, missing) => ({ supported: missing.map((statement) => ({ statement, words })) }),
        honestBut(({ summary: [first] }) => ({ summary: [{ text: `${first?.text} ${claim}`, blocks: ['b1'] }] })),
      ),
      source,
    )
    expect(statementsOf(requests)).toMatch(/^\[missing \d+\] Nebraska$/mu)
    expect(readFence(requests[1]?.prompt ?? '').lines.join('\n')).toContain('R-Neb.')
    // A bound on its words would end a long sentence before what is to be proved.
    expect(requests[1]?.instructions).toContain('to the letter, from its beginning as far as needed; an entry')
    return basicText(result.page).includes(claim)
  }
  expect(await keptFor('Sen. Olga Berg, R-Neb., called the subsidy a mistake')).toBe(true)
  expect(await keptFor('called the subsidy a mistake on Tuesday')).toBe(false)
})

test('shows a paragraph as a whole, with the ids of all its sentences at the first one', async () => {
  const text = 'Ines Rask is 41. The orchard sells cider from 10:30 p.m. / Aug. 9 on. It pressed 3,150 liters.'
  const { requests } = await pageWith(
    honestBut(() => ({ summary: [{ text, blocks: ['b13', 'b14', 'b16'] }] })),
    source,
  )
  expect(statementsOf(requests)).toMatch(
    /^\[s(\d+) [^\]]*b13-b1[^\]]*\] Ines Rask is 41\.\n\[s\d+\+\] The orchard sells cider from 10:30 p\.m\. \/ Aug\. 9 on\.\n(?:\[missing .*\n)?\[s\d+\+\] It pressed/mu,
  )
})

test('reports no trivial word as missing and leaves the statement to the second read', async () => {
  const claim = 'All branches in the orchard must be pruned in February.'
  const doubted = async (isWrong: boolean) => {
    const { result, requests } = await pageWith(
      reads(
        (numberOf) => ({ wrong: isWrong ? [{ statement: numberOf(claim), correction: '' }] : [] }),
        honestBut(({ summary: [first] }) => ({ summary: [{ text: `${first?.text} ${claim}`, blocks: ['b18'] }] })),
      ),
      source,
    )
    expect(statementsOf(requests)).not.toMatch(/^\[missing \d+\] .*(?:All|must)/mu)
    return basicText(result.page).includes(claim)
  }
  expect(await doubted(false)).toBe(true)
  expect(await doubted(true)).toBe(false)
})

test('tells both prompts how claimants, weekdays and contradictions are treated', async () => {
  const { requests } = await pageWith(
    honestBut(() => ({})),
    source,
  )
  const [page = '', check = ''] = requests.map(({ instructions }) => instructions)
  for (const rule of [
    'a claim keeps its claimant, once a paragraph',
    'no date for “Tuesday”',
    'Of contradictory versions',
  ])
    expect(page).toContain(rule)
  for (const rule of ['a paragraph as a whole', 'a claim whose paragraph has no claimant', 'a date for “Tuesday” too'])
    expect(check).toContain(rule)
  expect(check).toContain('one of two contradictory versions')
  expect(check).toContain(', without the label, about as long')
})

test('tells both prompts of an advanced page what joins statements and labels', async () => {
  const { requests } = await pageWith(
    honestBut(() => ({})),
    source,
    { advanced: true },
  )
  const [page = '', check = ''] = requests.map(({ instructions }) => instructions)
  expect(page).toContain('joins only what the source joins')
  expect(check).toContain('without the label (a wrong one: after a right one of up to three words), about as long')
})

test('keeps the citation of a line in other words that the second read accepts', async () => {
  const turns = [...added, 'Ines: What makes ours different from theirs?', 'Host: I dunno.']
  const document = documentOf([...article().blocks, ...turns.map((text, at) => paragraph(11 + at, text))])
  const text = 'It is open how to set them apart.'
  const shown = async (isWrong: boolean, secondRead: boolean) => {
    const { result } = await pageWith(
      reads(
        (numberOf) => ({ wrong: isWrong ? [{ statement: numberOf(text), correction: '' }] : [] }),
        honestBut(({ takeaways }) => ({
          takeaways: [{ label: '', text, blocks: ['b20'] }, ...takeaways.slice(0, 2)],
        })),
      ),
      document,
      { secondRead },
    )
    return result.page.takeaways.find((takeaway) => takeaway.text === text)?.citations.map(({ blockId }) => blockId)
  }
  expect(await shown(false, true)).toEqual(['b20'])
  expect(await shown(true, true)).toBeUndefined()
  expect(await shown(false, false)).toBeUndefined()
})

test('keeps a statement that begins with the profession of someone whom the source names', async () => {
  const claim = 'Researcher Olga Berg called the subsidy a mistake.'
  const { result } = await pageWith(
    honestBut(({ takeaways }) => ({
      takeaways: [{ label: '', text: claim, blocks: ['b19'] }, ...takeaways.slice(0, 2)],
    })),
    source,
  )
  expect(result.page.takeaways[0]?.text).toBe(claim)
})

test('cites no heading beside the text below it', async () => {
  const heading = { ...paragraph(20, 'Prune the branches'), type: 'heading' as const, level: 2 }
  const text = 'Prune the branches in February.'
  const { result } = await pageWith(
    honestBut(({ takeaways }) => ({
      takeaways: [{ label: '', text, blocks: ['b18', 'b20'] }, ...takeaways.slice(0, 2)],
    })),
    documentOf([...source.blocks, heading]),
  )
  expect(result.page.takeaways[0]?.citations.map(({ blockId }) => blockId)).toEqual(['b18'])
})

test('cites a heading for what only it says, beside the text below it', async () => {
  const heading = { ...paragraph(11, '30% off the brass lantern, now 24 coins'), type: 'heading' as const, level: 2 }
  const below = [
    paragraph(12, 'The brass lantern burns all night. It will not last.'),
    paragraph(13, 'Get it at the quay'),
  ]
  const text = 'The brass lantern, which burns all night, costs 24 coins at the quay.'
  const { result } = await pageWith(
    honestBut(({ takeaways }) => ({
      takeaways: [{ label: '', text, blocks: ['b11', 'b12', 'b13'] }, ...takeaways.slice(0, 2)],
    })),
    documentOf([...article().blocks, heading, ...below]),
  )
  expect(result.page.takeaways[0]?.citations.map(({ blockId }) => blockId)).toEqual(['b11', 'b12', 'b13'])
})

test('keeps a line about a name that the source defines in short, without a second read', async () => {
  const contract = [
    'Seller: Varde Gas Trading Corp. (“VGT”), of the harbor in Oslund.',
    'The price follows the index of the month.',
    'A day ahead, VGT may recall the supply that the plant has requested.',
    'The harbor is closed in winter.',
  ]
  const terms = documentOf([...article().blocks, ...contract.map((text, at) => paragraph(11 + at, text))])
  const text = 'A day ahead, Varde may recall the supply that the plant has requested.'
  const { result } = await pageWith(
    honestBut(({ takeaways }) => ({ takeaways: [{ label: '', text, blocks: ['b13'] }, ...takeaways.slice(0, 2)] })),
    terms,
    { secondRead: false },
  )
  expect(result.page.takeaways[0]).toMatchObject({ text, citations: [{ blockId: 'b13' }] })
})

test('cites the clauses of a very long sentence that a line rests on', async () => {
  const charges = Array.from({ length: 12 }, (_, at) => `(${at + 1}) the rent of the lot with number ${at + 100}`)
  const sentence = `The buyer pays for ${charges.join(', ')}, less a discount of 37 coins, which lamps do not get.`
  const text = 'There is a discount of 37 coins, which lamps do not get.'
  const { result } = await pageWith(
    honestBut(({ takeaways }) => ({ takeaways: [{ label: '', text, blocks: ['b11'] }, ...takeaways.slice(0, 2)] })),
    documentOf([...article().blocks, paragraph(11, sentence)]),
  )
  expect(result.page.takeaways[0]?.citations).toMatchObject([
    { blockId: 'b11', excerpt: 'less a discount of 37 coins, which lamps do not get.' },
  ])
})

test('keeps a line that names a step by its number, which the second read sees', async () => {
  const steps = ['Close the old mill.', 'Rebuild the harbor by May 9.'].map((step, at) =>
    Object.assign(paragraph(11 + at, step), { type: 'list-item' as const, marker: `${at + 7}.` }),
  )
  const text = 'Step 7: Close the mill that is old.'
  const { result, requests } = await pageWith(
    honestBut(({ takeaways }) => ({ takeaways: [{ label: '', text, blocks: ['b11'] }, ...takeaways.slice(0, 2)] })),
    documentOf([...article().blocks, ...steps, paragraph(13, 'Seven boats left at 7 in May.')]),
  )
  expect(result.page.takeaways[0]).toMatchObject({ text, citations: [{ blockId: 'b11' }] })
  expect(requests[1]?.prompt).toContain('[b11] 7. Close the old mill.')
  expect(requests[1]?.prompt).not.toContain('[missing')
})
