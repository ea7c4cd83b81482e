import { describe, expect, it } from 'vitest'
import { honestBut } from '../../../../tests/support/scripted-models.ts'
import { pageWith as page } from '../../../../tests/support/summarize-with.ts'
import { article, documentOf, paragraph, prose } from '../../testing/documents.ts'

it.each([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
])('ends a quote where the author speaks: %s…%s', async (opening, closing) => {
  const said = 'We closed the bridge on Monday morning'
  const rest = `said Mara Lind, the warden, in a note. ${opening}It will not open again.`
  const block = paragraph(21, `It rained. ${opening}${said},${closing} ${rest}${closing} It was dark.`)
  const text = `${said},${closing} ${rest}`
  const { result } = await page(
    honestBut(() => ({ kind: 'news', parts: [], quotes: [{ text, speaker: 'Mara Lind', block: 'b21' }] })),
    documentOf([...article(20).blocks, block]),
    { advanced: true },
  )
  expect(result.page.quotes.map((quote) => quote.text)).toEqual([said])
})

describe('a quotation inside the direct speech of a quote', () => {
  it.each([
    ['«', 'Я работаю в компании «Газпром» уже десять лет', '», — сказал Иван Петров.', 'Иван Петров'],
    ['"', 'המשלחת של ארה"ב ושל צה"ל תגיע לנמל ביום ראשון', '", אמר דוד כהן.', 'דוד כהן'],
    ['"', 'We closed the "old" bridge on Monday morning', '," said Mara Lind.', 'Mara Lind'],
    ['« ', 'Nous avons fermé le pont lundi matin', ' », a dit Mara Lind, la gardienne.', 'Mara Lind'],
  ])('does not end it: %s%s', async (opening, said, after, speaker) => {
    const block = paragraph(21, `${opening}${said}${after}`)
    const text = `${said}${after}`
    const quotes = await Promise.all(
      [said, text].map(async (quoted) => {
        const { result } = await page(
          honestBut(() => ({ kind: 'news', parts: [], quotes: [{ text: quoted, speaker, block: 'b21' }] })),
          documentOf([...article(20).blocks, block]),
          { advanced: true },
        )
        return result.page.quotes.map((quote) => quote.text)
      }),
    )
    for (const [shown] of quotes) expect(shown).toBe(said)
  })

  it.each([
    '«Газпром» увеличил добычу газа на десять процентов в прошлом году.',
    '“Smart” grids cost more than plain grids and last half as long.',
    '"Smart" grids cost more than plain grids and last half as long.',
    '“The Old Man and the Sea,” which I read as a boy, taught me more than any school.',
    '„Stuttgart 21“ kostet die Bahn zehn Milliarden und viele Jahre.',
  ])('may begin a quote: %s', async (text) => {
    const { result } = await page(
      honestBut(() => ({ kind: 'news', parts: [], quotes: [{ text, speaker: '', block: 'b21' }] })),
      documentOf([...article(20).blocks, paragraph(21, text)]),
      { advanced: true },
    )
    expect(result.page.quotes.map((quote) => quote.text)).toEqual([text])
  })

  it('is passed over for speech that resumes after two words', async () => {
    const block = paragraph(21, '“No,” Mara Lind said. “We will not open the bridge again before spring.”')
    const { result } = await page(
      honestBut(() => ({
        kind: 'news',
        parts: [],
        quotes: [{ text: block.text.slice(1, -1), speaker: 'Mara Lind', block: 'b21' }],
      })),
      documentOf([...article(20).blocks, block]),
      { advanced: true },
    )
    expect(result.page.quotes[0]?.text).toContain('We will not open the bridge again before spring.')
    expect(result.page.quotes[0]?.text).not.toContain('said')
  })

  it('is the longer part of a sentence that its author divides', async () => {
    const [first, rest] = [
      'After two more years of this',
      'what kind of ferries and boats will be left on the river that people may want to ride?',
    ]
    const block = paragraph(21, `“${first},” Mara Lind asks, “${rest}”`)
    const { result } = await page(
      honestBut(() => ({
        kind: 'news',
        parts: [],
        quotes: [{ text: block.text.slice(1, -1), speaker: 'Mara Lind', block: 'b21' }],
      })),
      documentOf([...article(20).blocks, block]),
      { advanced: true },
    )
    expect(result.page.quotes).toMatchObject([{ text: rest, speaker: 'Mara Lind' }])
    const joined = await page(
      honestBut(() => ({
        kind: 'news',
        parts: [],
        quotes: [{ text: `${first}, ${rest}`, speaker: 'Mara Lind', block: 'b21' }],
      })),
      documentOf([...article(20).blocks, block]),
      { advanced: true },
    )
    expect(joined.result.page.quotes).toMatchObject([{ text: rest, speaker: 'Mara Lind' }])
  })

  it.each([
    ['“', '”', 'said Mara Lind, ', 'but we will not stay there if the river rises again.'],
    ['"', '"', 'said Mara Lind, ', 'but we will not stay there if the river rises again.'],
    ['„', '“', 'sagte Mara Lind, ', 'wenn der Fluss nicht wieder über die Ufer tritt.'],
    ['“', '”', 'said Mara Lind. ', 'We will not stay there if the river rises again.'],
  ])('is not half of a sentence that its author divides: %s…%s %s', async (opening, closing, author, rest) => {
    const first = 'We will open the bridge again in May'
    const block = paragraph(21, `It rained. ${opening}${first},${closing} ${author}${opening}${rest}${closing}`)
    const isDivided = author.endsWith(', ')
    for (const text of [first, `${first},${closing} ${author}${opening}${rest}`]) {
      const { result } = await page(
        honestBut(() => ({ kind: 'news', parts: [], quotes: [{ text, speaker: 'Mara Lind', block: 'b21' }] })),
        documentOf([...article(20).blocks, block]),
        { advanced: true },
      )
      expect(result.page.quotes.map((quote) => quote.text)).toEqual(isDivided ? [] : [first])
    }
  })
})

it.each([
  ['Mara Lind', 'Lind'],
  ['Mara Lind, the warden', 'Lind'],
  ['Warden Lind', 'Warden Lind'],
  ['Mara Quell', null],
  ['Lind Quell', null],
])('names as much of a speaker as the source does: %s', async (speaker, shown) => {
  const text = 'We closed the bridge on Monday morning.'
  const block = paragraph(21, `The warden, Mrs. Lind, said: “${text}”`)
  const { result } = await page(
    honestBut(() => ({ kind: 'news', parts: [], quotes: [{ text, speaker, block: 'b21' }] })),
    documentOf([...article(20).blocks, block]),
    { advanced: true },
  )
  expect(result.page.quotes).toMatchObject([{ text, speaker: shown }])
})

it.each([
  ['Mara-Zoë Lindström', 'Mara-Zoë Lindström'],
  ['Mara-Zöe Lindgården', null],
])('names a speaker whose accented letters the source has lost: %s', async (speaker, shown) => {
  const text = 'We closed the bridge on Monday morning.'
  const block = paragraph(21, `The warden, Mrs. Mara-Zo Lindstrm, said: “${text}”`)
  const { result } = await page(
    honestBut(() => ({ kind: 'news', parts: [], quotes: [{ text, speaker, block: 'b21' }] })),
    documentOf([...article(20).blocks, block]),
    { advanced: true },
  )
  expect(result.page.quotes).toMatchObject([{ text, speaker: shown }])
})

it.each([
  ['We will open the bridge in May. {vocalsound}', 'We will open the bridge in May.'],
  ['They click the off button when they want to use the {disfmarker}', undefined],
  ['We will open {gap} the bridge in May.', undefined],
  ['My boat is pink . Nobody else , says Bo , has one .', 'My boat is pink. Nobody else, says Bo, has one.'],
])('shows no marks of sounds in what people say: %s', async (text, shown) => {
  const turns = ['Mara: How are you?', 'Bo: Well.', `Mara: ${text}`, 'Bo: Good.', 'Mara: Now the boats.', 'Bo: Yes.']
  const blocks = [
    ...turns,
    ...Array.from({ length: 12 }, (_, at) => `${at % 2 === 0 ? 'Mara' : 'Bo'}: ${prose(at + 1, 6)}`),
  ]
  const { result } = await page(
    honestBut(() => ({ kind: 'meeting', parts: [], quotes: [{ text, speaker: 'Mara', block: 'b3' }] })),
    documentOf(blocks.map((turn, at) => paragraph(at + 1, turn))),
    { advanced: true },
  )
  expect(result.page.quotes[0]?.text).toBe(shown)
})
