import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ResultWithTexts, withTexts } from '../../../tests/support/with-texts.ts'
import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { countWords } from '../../shared/text/words.ts'
import type { SummarizerEvent } from '../summarizer.ts'
import { documentOf as madeOf, paragraph } from '../testing/documents.ts'
import { splitSentences } from '../text/sentences.ts'
import { createExtractiveSummarizer } from './engine.ts'

function documentOf(texts: readonly string[], extra: Partial<ExtractedDocument> = {}): ExtractedDocument {
  const blocks = texts.map((text, at) => paragraph(at + 1, text))
  return madeOf(blocks, { title: '', url: 'https://news.example/bridge', ...extra })
}

async function events(document: ExtractedDocument, options: { maxWords?: number; advanced?: boolean } = {}) {
  const signal = new AbortController().signal
  const seen: SummarizerEvent[] = []
  const stream = createExtractiveSummarizer().summarize(document, { advanced: false, signal, ...options })
  for await (const event of stream) seen.push(event)
  return seen
}

async function summarize(document: ExtractedDocument, options = {}): Promise<ResultWithTexts> {
  const last = (await events(document, options)).at(-1)
  if (last?.type !== 'done') throw new Error('no result')
  return withTexts(last.result)
}

const bridge = [
  'The city of Alder closed its oldest bridge on Monday after engineers found cracks in two of its main cables. Traffic will be sent over the northern crossing until the repairs end, the mayor said. Some 40,000 cars use the bridge each day, and the detour adds twenty minutes to most journeys.',
  'Engineers discovered the damage during a routine inspection last week. The inspection used drones for the first time, and their cameras showed rust deep inside the cable housings. "We have never seen corrosion like this," said Maria Ortega, who leads the inspection team. However, she added that the towers were sound.',
  'Repairs will cost about nine million dollars and take four months. The state will pay half of the cost, while the city borrows the rest. A toll of two dollars is planned to pay back the loan, though the council has not yet voted on it.',
  'Shop owners near the bridge fear for their trade. Many of them depend on commuters who stop for coffee on the way to work. The chamber of commerce asked the city for help, and the council will meet on Thursday to discuss a fund for small businesses.',
  'The bridge opened in 1931 and was the longest in the region for thirty years. Its cables were last replaced in 1974, when a storm damaged the western tower. Historians call it the most important structure in the state, and a group of citizens wants it protected as a monument.',
]

const folded = (text: string) => text.replace(/\s+/gu, '')

describe('a news item', () => {
  const document = documentOf(bridge)

  test('below 400 words has few lines and a summary, but no parts', async () => {
    const { notableQuotes, page } = await summarize(document, { advanced: true })
    expect(notableQuotes).toEqual([])
    expect(page.takeaways.length).toBeGreaterThanOrEqual(2)
    expect(page.summary).toHaveLength(1)
    expect(page.parts).toEqual([])
    const shown = [page.gist, ...page.takeaways, ...page.summary]
    expect(shown.reduce((sum, { text }) => sum + countWords(text), 0)).toBeLessThanOrEqual(200)
  })

  test('becomes a short summary of whole sentences, in order', async () => {
    const { basicSummary } = await summarize(document, { maxWords: 70 })
    const words = countWords(basicSummary)
    expect(words).toBeGreaterThan(25)
    expect(words).toBeLessThanOrEqual(70)
    const whole = bridge.join(' ')
    const positions = splitSentences(basicSummary).map(({ start, end }) =>
      whole.indexOf(basicSummary.slice(start, end)),
    )
    expect(positions.every((position) => position >= 0)).toBe(true)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  test('has takeaways with their citations, none of them in the summary', async () => {
    const { keyTakeaways, basicSummary } = await summarize(document)
    expect(keyTakeaways.length).toBeGreaterThan(0)
    for (const { text, citations } of keyTakeaways) {
      const [citation] = citations
      const block = document.blocks.find((entry) => entry.id === citation?.blockId)
      expect(block?.text).toContain(text)
      expect(citation?.label).toMatch(/^¶ \d$/u)
      expect(basicSummary).not.toContain(text)
    }
    expect(new Set(keyTakeaways.map((takeaway) => takeaway.text)).size).toBe(keyTakeaways.length)
  })

  test('never begins a line with a word that refers back', async () => {
    const { keyTakeaways } = await summarize(document)
    for (const { text } of keyTakeaways) expect(text).not.toMatch(/^(?:However|He|She|It|They|This|Many of them)\b/u)
  })

  test.each([15, 30, 50, 100])('keeps a bound of %i words', async (maxWords) => {
    const { basicSummary } = await summarize(document, { maxWords })
    expect(countWords(basicSummary)).toBeLessThanOrEqual(maxWords)
    expect(countWords(basicSummary)).toBeGreaterThan(maxWords * 0.4)
    expect(basicSummary).toMatch(/[.!?"”]$/u)
  })

  test('cuts a sentence only when none fits', async () => {
    const { basicSummary } = await summarize(document, { maxWords: 4 })
    expect(countWords(basicSummary)).toBeLessThanOrEqual(4)
    expect(basicSummary).not.toBe('')
  })

  test('has quotes and a longer summary only on request', async () => {
    const years = Array.from(
      { length: 50 },
      (_, at) =>
        `In year ${at + 1931} the ferry to island ${at * 7 + 3} carried ${at * 13 + 200} farmers, ${at * 3 + 5} horses and the mail of parish ${at + 2}.`,
    )
    const series = documentOf([...bridge.slice(0, 1), ...years, ...bridge.slice(1)])
    const plain = await summarize(series)
    expect(plain.advancedSummary).toBeNull()
    expect(plain.notableQuotes).toEqual([])
    const full = await summarize(series, { advanced: true })
    expect(countWords(full.advancedSummary ?? '')).toBeGreaterThan(countWords(full.basicSummary))
    expect(full.notableQuotes.map((quote) => quote.text).join(' ')).toContain('never seen corrosion')
  })

  test('reports coverage, engine and language', async () => {
    const result = await summarize(document)
    expect(result.coverage).toEqual({ words: document.words, wordsRead: document.words, sections: 1, sectionsRead: 1 })
    expect(result.engine.label).toBe('Passages of the source, chosen without a language model')
    expect(result.language).toBe('en')
  })

  test('is the same on every run', async () => {
    expect(await summarize(document, { advanced: true })).toEqual(await summarize(document, { advanced: true }))
  })

  test('streams progress, then the result', async () => {
    const types = (await events(document, { advanced: true })).map((event) => event.type)
    expect(types).toEqual(['progress', 'progress', 'done'])
  })
})

test('headings, code, tables and captions are never picked', async () => {
  const document = documentOf(bridge)
  const location = { kind: 'paragraph' as const, paragraph: 9 }
  const odd = (['heading', 'code', 'table', 'caption'] as const).map((type): Block => {
    const text = `The bridge cables and repairs of the city council are engineers ${type}.`
    return { id: `x-${type}`, type, text, headingPath: [], location }
  })
  const result = await summarize({ ...document, blocks: [...odd, ...document.blocks] }, { advanced: true })
  expect(JSON.stringify(result)).not.toMatch(/engineers (?:heading|code|table|caption)/u)
  expect(result.coverage.wordsRead).toBeLessThan(result.coverage.words)
})

test('names the speaker of each line of a transcript', async () => {
  const lines = bridge
    .flatMap((text) => text.split(/(?<=\.) /u))
    .concat('The council of Alder has decided to pay half of all repairs by Friday.')
    .map((text, index) => `${['Ana Lee', 'Chair', 'Lev Brandt'][index % 3]}: ${text}`)
  const { page, keyTakeaways } = await summarize(documentOf(lines))
  expect(page.gist.text).toMatch(/^(?:Ana Lee|Chair|Lev Brandt): /u)
  expect(keyTakeaways.length).toBeGreaterThan(0)
  for (const { label, text } of keyTakeaways) {
    expect(lines).toContain(`${label}: ${text}`)
  }
})

test('splits captions without punctuation into passages', async () => {
  const words = bridge.join(' ').toLowerCase().replace(/[.,"]/gu, '')
  const { basicSummary } = await summarize(documentOf([words], { kind: 'youtube' }))
  expect(countWords(basicSummary)).toBeGreaterThan(10)
  expect(countWords(basicSummary)).toBeLessThan(120)
})

test('long speech without punctuation has no parts, since its passages end anywhere', async () => {
  const lists = [
    'you know|and then|because of|right and',
    'harbor|engine|winter|captain|river',
    'moved|lost|built|sold|paid',
  ]
  const [fillers = [], nouns = [], verbs = []] = lists.map((list) => list.split('|'))
  const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''
  const clause = (at: number, n: number): string =>
    `${pick(fillers, at + n)} the ${pick(nouns, at * n)} ${pick(verbs, at * at + n)} the ${pick(nouns, at * 2 + n * n)} in the ${pick(nouns, at + n * 2)}`
  const texts = Array.from({ length: 20 }, (_, at) =>
    Array.from({ length: 12 }, (_, n) => clause(at + 1, n + 1)).join(' '),
  )
  const { page } = await summarize(documentOf(texts), { advanced: true })
  expect(page.summary).toHaveLength(1)
  expect(page.parts).toEqual([])
})

test.each([
  [
    'zh',
    [
      '北京是中国的首都，也是全国的政治和文化中心。这座城市有三千多年的历史。',
      '故宫位于北京市中心，每年接待上千万名游客。长城是北京附近最著名的景点。',
      '近年来，北京的空气质量明显改善，政府投入了大量资金。地铁网络已经超过八百公里，每天运送一千多万名乘客。',
    ],
  ],
  [
    'ar',
    [
      'أعلنت المدينة يوم الاثنين إغلاق أقدم جسر فيها بعد اكتشاف شقوق في الكابلات الرئيسية. سيتم تحويل حركة المرور إلى المعبر الشمالي حتى انتهاء الإصلاحات.',
      'ستكلف الإصلاحات حوالي تسعة ملايين دولار وتستغرق أربعة أشهر. ستدفع الدولة نصف التكلفة بينما تقترض المدينة الباقي.',
    ],
  ],
  [
    'ru',
    [
      'Город закрыл старейший мост в понедельник после того, как инженеры нашли трещины в двух главных тросах. Движение направят через северную переправу до конца ремонта.',
      'Ремонт будет стоить около девяти миллионов долларов и займёт четыре месяца. Однако половину расходов оплатит штат, а остальное город возьмёт в долг.',
    ],
  ],
])('%s is summarized in its own script', async (language, texts) => {
  const result = await summarize(documentOf(texts, { language }), { advanced: true })
  const source = folded(texts.join(''))
  for (const paragraph of result.basicSummary.split('\n\n')) {
    for (const { start, end } of splitSentences(paragraph))
      expect(source).toContain(folded(paragraph.slice(start, end)))
  }
  expect(result.basicSummary.length).toBeLessThan(texts.join('').length)
  expect(source).toContain(folded(result.page.gist.text ?? '-'))
})

test('rejects a text that is too short', async () => {
  await expect(summarize(documentOf(['Just a few words.']))).rejects.toMatchObject({ code: 'source_too_short' })
  const table = documentOf(['a b c d e f g h i j k l m n'])
  const blocks = table.blocks.map((block) => ({ ...block, type: 'table' as const }))
  await expect(summarize({ ...table, blocks })).rejects.toBeInstanceOf(AppError)
})

test('rejects a text of letters that were taken for those of another alphabet', async () => {
  const line = 'CyMM8 8B8Hcosoro nn8Te}f{8 K yMeHbWeHI-110 no cpoKy He no3.QHee .QB8AL\\8Tb OT4eTHoro ro.Q8.'
  await expect(summarize(documentOf(Array.from({ length: 24 }, () => line)))).rejects.toMatchObject({
    code: 'source_no_text_layer',
  })
})

test.each([
  ['names with digits', (at: number) => `The boats x${at}y, a${at}b and c${at}d left the harbor of Velm in May.`],
  ['names with capitals', () => 'OpenAI and ChatGPT run on iOS, macOS and YouTube in the U.S., e.g. for mRNA in Velm.'],
  [
    'names with both in Chinese',
    () => '維爾姆的港口用K8sCloud和OpenAI的ChatGPT以及iOS和Mp3d管理船隻，費用由市政府支付。',
  ],
  [
    'names with both in Japanese',
    () => 'ヴェルムの港はK8sCloudとChatGPTとiOSとMp3dで船を管理し、費用は市が支払います。',
  ],
  ['formulas', () => 'The yard of Velm sells CH3CHO, Na2SO4, C6H5NO2, 2,4-dinitrophenol and CH3CH2OH to the town.'],
  ['names of genes', () => 'Brca1, Sox2Ot, Cyp3a4, H2afz, Nkx2c, H3k27ac, Il1b, p38MAPK and mRNA of the worm of Velm.'],
  ['a program', () => 'The call getUserName(x2Pos)[i].toUtf8String is new Uint8Array(md5Sum) in the port of Velm.'],
  [
    'lists without spaces',
    (at: number) => `The yard of Velm lists boat,crew,K${at}bT4x,E2eTest,M${at}aQ and S3p,of the town of Orla.`,
  ],
  ['letters of two alphabets', () => 'Жители гoродa Вeльмa пpocят пepeнecти пopт нa дpyгой бepeг peки.'],
])('reads a text of %s', async (_, lineOf) => {
  const lines = Array.from({ length: 24 }, (_, at) => lineOf(at % 10))
  await expect(summarize(documentOf(lines))).resolves.toBeDefined()
})

test.each([0, 1])('throws cancelled if the signal fires when %i sections are done', async (done) => {
  const controller = new AbortController()
  const stream = createExtractiveSummarizer().summarize(documentOf(bridge), {
    advanced: true,
    signal: controller.signal,
  })
  const drain = async () => {
    for await (const event of stream) {
      expect(event.type).not.toBe('done')
      if (event.type === 'progress' && event.progress.done === done) controller.abort()
    }
  }
  await expect(drain()).rejects.toMatchObject({ code: 'cancelled' })
})

/** The longest beginning of a text that the source has, in characters. */
function sharedPrefix(text: string, source: string): number {
  let length = 0
  for (const step of [64, 8, 1]) {
    while (length < text.length && source.includes(text.slice(0, Math.min(text.length, length + step)))) length += step
  }
  return length
}

/** Separators between two passages without a full stop. */
const joint = /^[;；…]/u

/** The fewest passages of the source that the summary can be laid out with; Infinity when it holds anything else. */
function passagesIn(summary: string, document: ExtractedDocument): number {
  const source = document.blocks.map((block) => folded(block.text)).join('\n')
  let rest = folded(summary)
  let passages = 0
  while (rest !== '') {
    const length = sharedPrefix(rest, source)
    if (length === 0 && (passages > 0 ? joint.test(rest) : rest.startsWith('…'))) {
      rest = rest.slice(1)
      continue
    }
    if (length === 0) return Infinity
    rest = rest.slice(length)
    passages += 1
  }
  return passages
}

async function summarizeOrRefuse(document: ExtractedDocument, maxWords: number) {
  try {
    return await summarize(document, { maxWords, advanced: true })
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_too_short') return error.code
    throw error
  }
}

const piece = fc.oneof(
  fc.constantFrom(...bridge.flatMap((text) => text.split(/(?<=\.) /u))),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.constantFrom('他说：“是的。”', '...', '"', '。', 'نعم؟', 'etc.', '\u202Ex', 'word '.repeat(90)),
)
const anyDocument = fc
  .array(fc.array(piece, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
  .map((paragraphs) => documentOf(paragraphs.map((parts) => parts.join(' ').trim() || 'x')))

/** Unpunctuated speech between sentences: an ellipsis joins its passages. */
const unpunctuated = documentOf([
  '/ Its cables were last replaced in 1974, when a storm damaged the western tower.',
  'word '.repeat(90).trim(),
  'ꓐ가㋐一',
  'Repairs will cost about nine million dollars and take four months. ¹ ꀀ',
])

test('returns a bounded, verbatim summary or a clear error for any text', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, fc.integer({ min: 1, max: 120 }), async (document, maxWords) => {
      const result = await summarizeOrRefuse(document, maxWords)
      if (result === 'source_too_short') return
      expect(countWords(result.basicSummary)).toBeLessThanOrEqual(maxWords)
      const lines = [...result.page.takeaways, ...result.page.quotes]
      for (const { text, citations } of lines) {
        const cited = citations.map(({ blockId }) => document.blocks.find(({ id }) => id === blockId)?.text)
        expect(cited.join(' ')).toContain(text)
      }
      const pieces = splitSentences(result.basicSummary).length
      expect(passagesIn(result.basicSummary, document)).toBeLessThanOrEqual(pieces + maxWords / 10)
    }),
    { numRuns: 150, examples: [[unpunctuated, 56]] },
  )
})

test('marks passages cut from unpunctuated captions with ellipses', async () => {
  const words = 'so the harbor of this town was dredged in may and then the ships could enter it with the grain '
  const { page } = await summarize(documentOf([words.repeat(8).trim()]))
  expect(page.gist.text).toMatch(/^… .+ …$|^[^…].+ …$|^… .+[^…]$/u)
})

test('the first screen of a story stays in its first part', async () => {
  const scenes = Array.from({ length: 90 }, (_, at) => [
    `The keeper of house ${String.fromCharCode(97 + (at % 26))} closed the shutters of the old lighthouse before the storm.`,
    '“You promised me that the sea would be calm tonight,” said Ilse, and she shut the door behind the captain.',
  ])
  const document = documentOf(scenes.map((scene) => scene.join(' ')))
  const { page, keyTakeaways, notableQuotes } = await summarize(document, { advanced: true })
  expect(page.flags).toEqual(['fiction'])
  const citations = [page.gist, ...keyTakeaways, ...notableQuotes].flatMap((line) => line.citations ?? [])
  for (const { blockId } of citations) expect(Number(blockId.slice(1))).toBeLessThanOrEqual(33)
})

test('says that a source is too short for an advanced summary only where one was asked for', async () => {
  const text = 'The harbor opened a second quay in May. Boats of the valley use it from June to October each year.'
  const document = documentOf(
    Array.from({ length: 12 }, (_, at) => `${text} Ferry ${at + 1} leaves at ${at + 6} in the morning.`),
  )
  expect((await summarize(document)).page.notices).toEqual([])
  expect((await summarize(document, { advanced: true })).page.notices).toEqual(['short_source', 'no_quotes'])
})
