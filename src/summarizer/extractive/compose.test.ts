import { describe, expect, test } from 'vitest'
import { withTexts } from '../../../tests/support/with-texts.ts'
import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { countWords } from '../../shared/text/words.ts'
import { documentOf as madeOf, paragraph } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

function documentOf(texts: readonly string[], type: Block['type'], language: string): ExtractedDocument {
  return madeOf(
    texts.map((text, at) => ({ ...paragraph(at + 1, text), type })),
    { language },
  )
}

async function summaryOf(texts: readonly string[], type: Block['type'] = 'paragraph', language = 'en') {
  const result = await extract(documentOf(texts, type, language), { advanced: false, maxWords: 60 })
  return withTexts(result).basicSummary
}

test('separates items without a full stop', async () => {
  const items = [
    'Paint the hull before the first frost',
    'Have the engine looked after by Lena',
    'Check every rope and every sail twice',
    'Take the batteries out of the boat',
    'Look for cracks around the rudder',
    'Cover the deck with the blue sheet',
  ]
  const summary = await summaryOf(items, 'list-item')
  const shown = summary.split(/; |\n\n/u)
  expect(shown.length).toBeGreaterThan(1)
  for (const item of shown) expect(items).toContain(item)
})

describe('a short text', () => {
  test.each([
    [
      'en',
      [
        'The council of Nordby closes the old harbor bridge to all cars from May.',
        'Engineers found cracks in two of the four pillars last autumn.',
        'Some 3,000 drivers use the bridge every day. Most of them will have to take the road along the fjord.',
        'The repair costs 12 million crowns and will take until the autumn of next year.',
        'People on foot can use a ferry that leaves every ten minutes.',
      ],
    ],
    [
      'hi',
      [
        'नॉर्डबी नगर परिषद मई से पुराने बंदरगाह पुल को सभी गाड़ियों के लिए बंद कर रही है।',
        'पिछली सर्दियों में इंजीनियरों को चार में से दो खंभों में दरारें मिली थीं।',
        'हर दिन लगभग तीन हज़ार चालक पुल का उपयोग करते हैं।',
        'मरम्मत पर एक करोड़ बीस लाख रुपये लगेंगे और काम अगले साल तक चलेगा।',
        'पैदल लोग हर दस मिनट में चलने वाली नाव ले सकते हैं।',
      ],
    ],
    [
      'zh',
      [
        '北港市政府宣布，从五月起旧港大桥对所有汽车关闭。',
        '工程师去年秋天在四个桥墩中的两个发现了裂缝。',
        '每天约有三千名司机使用这座大桥，其中多数人只能改走海湾公路。',
        '维修费用为一千二百万元，工程将持续到明年秋天。',
        '行人可以乘坐每十分钟一班的渡船。',
      ],
    ],
  ])('%s', async (language, texts) => {
    const first = texts[0] ?? ''
    expect(await summaryOf(texts, 'paragraph', language)).toContain(first)
  })
})

const subjects = ['harbor', 'orchard', 'library', 'quarry', 'railway', 'market', 'hospital', 'theater']

/** Sentences about one subject, each different from all others. */
function passage(subject: string, sentences: number): string {
  const verbs = ['opened', 'closed', 'moved', 'grew', 'shrank', 'changed', 'burned', 'reopened', 'failed', 'recovered']
  const causes = ['a flood', 'a strike', 'new owners', 'lower prices', 'an early frost', 'a loan', 'the war']
  return Array.from(
    { length: sentences },
    (_, at) =>
      `In year ${at + 1} the ${subject} ${verbs[at % verbs.length]} after ${causes[at % causes.length]} reached the ${subject} workers of district ${at * 7 + 3}.`,
  ).join(' ')
}

interface Part {
  title: string
  texts: string[]
}

function bookOf(parts: readonly Part[]): ExtractedDocument {
  const texts = parts.flatMap((part, index) => part.texts.map((text) => ({ text, title: part.title, index })))
  const blocks = texts.map(({ text, title, index }, at): Block => {
    const location = { kind: 'chapter' as const, chapter: index + 1, title }
    return { id: `b${at + 1}`, type: 'paragraph', text, headingPath: [title], location }
  })
  return madeOf(blocks, { kind: 'epub', title: 'A town' })
}

const summarizeBook = async (document: ExtractedDocument) => withTexts(await extract(document))

const titlesOf = (text: string) =>
  text
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('## '))
    .map((title) => title.slice(3))

const sentencesOf = (text: string) =>
  text.split(/\n+|(?<=\.) /u).flatMap((line) => (line.startsWith('#') || line === '' ? [] : [line.replace(/^- /u, '')]))

const town = subjects.map((subject) => ({
  title: `The\n ${subject}`,
  texts: [passage(subject, 24), passage(`old ${subject}`, 24)],
}))

describe('the advanced summary of a long source', () => {
  test('has every part in order, each under its title on one line', async () => {
    const { advancedSummary, page } = await summarizeBook(bookOf(town))
    const titles = subjects.map((subject) => `The ${subject}`)
    expect(titlesOf(advancedSummary ?? '')).toEqual(titles)
    expect(page.parts.map(({ title }) => title)).toEqual(titles)
  })

  test('cites the block of each point', async () => {
    const document = bookOf(town)
    const { page } = await summarizeBook(document)
    const points = page.parts.flatMap(({ lines }) => lines) ?? []
    expect(points.length).toBeGreaterThanOrEqual(subjects.length)
    for (const { cells, citations } of points) {
      for (const { blockId, excerpt } of citations)
        expect(document.blocks.find(({ id }) => id === blockId)?.text).toContain(excerpt)
      expect(citations.map(({ excerpt }) => excerpt).join(' ')).toBe(cells[0])
    }
  })

  test('is four to six times the summary, and no sentence appears twice on the page', async () => {
    const { advancedSummary, basicSummary, keyTakeaways, page } = await summarizeBook(bookOf(town))
    const ratio = countWords(advancedSummary ?? '') / countWords(basicSummary)
    expect(ratio).toBeGreaterThanOrEqual(4)
    expect(ratio).toBeLessThanOrEqual(6)
    const takeaways = keyTakeaways.map(({ text }) => text)
    const sentences = [
      page.gist.text ?? '',
      ...takeaways,
      ...sentencesOf(basicSummary),
      ...sentencesOf(advancedSummary ?? ''),
    ]
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('skips contents and imprint', async () => {
    const contents = { title: 'Contents', texts: subjects.map((subject, at) => `Chapter ${at + 1}. The ${subject}`) }
    const rights = 'Copyright © 2020 by Town Press. All rights reserved. No part of this book may be reproduced.'
    const document = bookOf([{ title: 'Imprint', texts: [rights] }, contents, ...town])
    const { advancedSummary } = await summarizeBook(document)
    expect(titlesOf(advancedSummary ?? '')).toEqual(subjects.map((subject) => `The ${subject}`))
    expect(advancedSummary).not.toContain('rights reserved')
  })
})

test('a source below 1,000 words has no advanced summary, and a notice gives the reason', async () => {
  const document = bookOf([
    { title: 'One', texts: [passage('harbor', 5)] },
    { title: 'Two', texts: [passage('orchard', 5)] },
  ])
  const { advancedSummary, page } = await summarizeBook(document)
  expect(advancedSummary).toBeNull()
  expect(page.parts).toEqual([])
  expect(page.notices).toContain('short_source')
})

test('counts the words of headings when it decides on an advanced summary', async () => {
  const document = bookOf([
    { title: 'One', texts: [passage('harbor', 25)] },
    { title: 'Two', texts: [passage('orchard', 25)] },
  ])
  const { page } = await summarizeBook({ ...document, words: 1010 })
  expect(page.notices).not.toContain('short_source')
  expect(page.parts).not.toEqual([])
})
