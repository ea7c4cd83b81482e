import { describe, expect, it } from 'vitest'
import { failWith, honest, honestBut, reads, scriptedModels } from '../../../tests/support/scripted-models.ts'
import { summarizeWith } from '../../../tests/support/summarize-with.ts'
import { basicText, pageAsTexts } from '../../shared/summary/partial-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { article, documentOf, paragraph, paragraphs, prose } from '../testing/documents.ts'

/** Requests for a page. */
const pagesOf = ({ requests }: ReturnType<typeof scriptedModels>) =>
  requests.filter(({ schemaName }) => schemaName.endsWith('summary_page'))

describe('a page with faults', () => {
  it('is requested once more in the right language', async () => {
    const german = 'Der Hafen wurde nach der Flut wieder aufgebaut und die Menschen waren sehr froh darüber. '
      .repeat(3)
      .trim()
    const models = scriptedModels(
      honestBut((page, { indexOfKind }) => {
        if (indexOfKind === 0) return {}
        const [first] = page.takeaways
        return {
          gist: { text: 'Der Hafen wurde wieder aufgebaut.', blocks: ['b1'] },
          takeaways: [{ ...first, label: '', text: 'Viele Menschen waren darüber froh.' }],
          summary: [{ text: german, blocks: ['b1'] }],
        }
      }),
    )
    const { result } = await summarizeWith(models, article(), { language: 'de' })
    const [first, second] = pagesOf(models)
    expect(first?.instructions).toContain('German (de)')
    expect(second?.instructions).toContain('wrong language')
    expect(basicText(result.page)).toMatch(/^Der Hafen/u)
    expect(result.language).toBe('de')
  })

  it('fails in a language that the model does not write', async () => {
    await expect(summarizeWith(scriptedModels(honest), article(), { language: 'ja' })).rejects.toMatchObject({
      code: 'language_unavailable',
    })
  })

  it('is cut at the end of a sentence when its summary is too long', async () => {
    const models = scriptedModels(
      honestBut(({ summary }) => ({
        summary: [
          ...summary,
          { text: Array.from({ length: 9 }, (_, at) => prose(at + 1, 2)).join(' '), blocks: ['b1'] },
        ],
      })),
    )
    const { result } = await summarizeWith(models, article(), { maxWords: 60 })
    expect(pagesOf(models)).toHaveLength(2)
    expect(basicText(result.page).split(/\s+/u).length).toBeLessThanOrEqual(60)
    expect(basicText(result.page)).toMatch(/\.$/u)
  })

  it('loses takeaways beyond its first screen and splits paragraphs of more than seventy words', async () => {
    const takeaways = Array.from({ length: 12 }, (_, at) => ({
      label: 'More',
      text: prose(at + 2, 1),
      blocks: [`b${at + 2}`],
    }))
    const summary = [{ text: prose(20, 8), blocks: ['b20'] }]
    const models = scriptedModels(honestBut(() => ({ takeaways, summary })))
    const { result } = await summarizeWith(models, article(20))
    expect(result.page.takeaways).toHaveLength(5)
    const paragraphs = basicText(result.page).split('\n\n')
    expect(paragraphs.length).toBeGreaterThan(1)
    for (const text of paragraphs) expect(text.split(' ').length).toBeLessThanOrEqual(70)
  })

  it('ends with a full sentence', async () => {
    const models = scriptedModels(
      honestBut(({ summary }) => ({
        summary: summary.map((line) => ({ ...line, text: `${line.text} In year 1001 and` })),
      })),
    )
    const { result } = await summarizeWith(models, article())
    expect(pagesOf(models)).toHaveLength(2)
    expect(basicText(result.page)).toMatch(/\.$/u)
  })

  it('is requested once more when its parts are far too short', async () => {
    const models = scriptedModels(honestBut(({ parts }) => ({ parts: parts.slice(0, 1) })))
    await summarizeWith(models, article(20), { advanced: true })
    expect(pagesOf(models)).toHaveLength(2)
    expect(pagesOf(models)[1]?.instructions).toContain('parts that were far too short')
    const none = scriptedModels(honestBut(() => ({ parts: [] })))
    const { result } = await summarizeWith(none, article(20), { advanced: true })
    expect(result.page).toMatchObject({ parts: [], notices: expect.arrayContaining(['advanced_missing']) })
  })

  it('is written from sections when the source is too long', async () => {
    const models = scriptedModels((request) =>
      request.schemaName === 'summary_page' && request.prompt.includes('<source-')
        ? failWith('too_long')
        : honest(request),
    )
    const { result } = await summarizeWith(models, article(120))
    expect(result.coverage.sections).toBeGreaterThan(1)
  })

  it('has lists instead of tables without columns, and rows as long as their header', async () => {
    const lines = (cells: string[][]) => cells.map((each) => ({ cells: each, blocks: ['b1'] }))
    const parts = [
      {
        title: 'Years',
        form: 'table',
        header: ['Year', 'Place'],
        lines: lines([['1001', 'The market', 'more'], ['1001']]),
      },
      { title: 'Places', form: 'table', header: ['Place'], lines: lines([['The market', 'the old mill']]) },
    ]
    const models = scriptedModels(honestBut((page) => ({ parts: [...parts, ...page.parts] })))
    const { result } = await summarizeWith(models, article(20), { advanced: true })
    const [table, list] = result.page.parts ?? []
    expect(table).toMatchObject({ form: 'table', lines: [{ cells: ['1001', 'The market'] }, { cells: ['1001', '–'] }] })
    expect(list).toMatchObject({ form: 'bullets', header: [], lines: [{ cells: ['The market – the old mill'] }] })
  })

  it('has the sides of a debate with their positions, and none whose name the source lacks', async () => {
    const sides = [
      ['The market', 'It was closed after the flood.'],
      ['The railway: It grew slowly in a dry summer.'],
      ['Ruprecht Quell', 'The mill was rebuilt.'],
      ['The school', ''],
    ]
    const lines = sides.map((cells) => ({ cells, blocks: ['b1'] }))
    const debate = { title: 'What was closed?', form: 'debate', header: [], lines }
    const models = scriptedModels(honestBut((page) => ({ parts: [debate, ...page.parts] })))
    const { result } = await summarizeWith(models, article(20), { advanced: true })
    expect(result.page.parts[0]).toMatchObject({
      form: 'debate',
      lines: [
        { cells: ['The market', 'It was closed after the flood.'], citations: [{}] },
        { cells: ['The railway', 'It grew slowly in a dry summer.'], citations: [{}] },
      ],
    })
  })

  it('has no debate of one side, and rests a side on what its speaker says', async () => {
    const turns = [
      'Ana: The bridge should wait for a year, because the ferry carries all who come.',
      'Bo: Open the bridge at last, because the ferry carries few and winters are long.',
      'Ana: Then close the harbor.',
      'Bo: The harbor stays open.',
      'Ana: Enough of it.',
      'Bo: Good.',
    ]
    const { blocks } = article(20)
    const document = documentOf([...blocks, ...turns.map((text, at) => paragraph(blocks.length + 1 + at, text))])
    const ana = ['Ana', 'The bridge should wait for a year, because the ferry carries all, and winters are long.']
    const bo = ['Bo', 'Open the bridge at last, because winters are long.']
    const sidesOf = async (...sides: string[][]) => {
      const lines = sides.map((cells, at) => ({ cells, blocks: [`b${blocks.length + 1 + at}`] }))
      const debate = { title: 'Should the bridge wait?', form: 'debate', header: [], lines }
      const models = scriptedModels(honestBut(({ parts }) => ({ kind: 'meeting', parts: [debate, ...parts] })))
      const { result } = await summarizeWith(models, document, { advanced: true })
      return result.page.parts[0]
    }
    const debate = await sidesOf(ana, bo)
    expect(debate).toMatchObject({ form: 'debate', lines: [{ cells: ana }, { cells: bo }] })
    expect(debate?.lines[0]?.citations).toMatchObject([{ blockId: `b${blocks.length + 1}` }])
    expect(await sidesOf(ana)).toMatchObject({ form: 'bullets', lines: [{ cells: [ana.join(': ')] }] })
  })

  it('keeps the numbers that the source gives its steps, which it shows to the model', async () => {
    const steps = ['Close the old mill.', 'Rebuild the harbor.']
    const items = steps.map((text, at) => ({
      ...paragraph(at + 1, text),
      type: 'list-item' as const,
      marker: `${at + 7}.`,
    }))
    const { blocks } = article(20)
    const document = documentOf([...items, ...blocks.map((block, at) => paragraph(at + 3, block.text))])
    const lines = steps.map((text, at) => ({ cells: [`${at + 7}. ${text}`], blocks: [`b${at + 1}`] }))
    const list = { title: 'What to do', form: 'checklist', header: [], lines }
    const pages = honestBut((page) => ({ kind: 'guide', parts: [list, ...page.parts] }))
    const correction = 'Rebuild: the harbor first.'
    const check = reads((numberOf) => ({ wrong: [{ statement: numberOf('Rebuild the harbor'), correction }] }), pages)
    const models = scriptedModels(check)
    const { result } = await summarizeWith(models, document, { advanced: true })
    expect(models.requests[0]?.prompt).toContain('[b1] 7. Close the old mill.\n[b2] 8. Rebuild')
    expect(models.requests[1]?.prompt).toMatch(/\] 8\. Rebuild the harbor\./u)
    const shown = result.page.parts[0]?.lines.map(({ cells }) => cells.join())
    expect(shown).toEqual(['7. Close the old mill.', `8. ${correction}`])
  })

  it('has room for six takeaways above advanced parts', async () => {
    const takeaways = Array.from({ length: 8 }, (_, at) => ({
      label: '',
      text: prose(at + 2, 1),
      blocks: [`b${at + 2}`],
    }))
    const models = scriptedModels(honestBut(() => ({ takeaways, summary: [] })))
    const { result } = await summarizeWith(models, article(40), { advanced: true })
    expect(models.requests[0]?.instructions).toContain('- takeaways: 4 to 6 ')
    expect(result.page.takeaways).toHaveLength(6)
  })

  it.each([
    [null, 'b1'],
    ['A. Byron', 'b2'],
  ])('is written with the imprint only if the source has no author: %s', async (author, first) => {
    const models = scriptedModels(honest)
    const texts = ['Tides. © 2002, 2003 Ada Byron', ...article().blocks.map(({ text }) => text)]
    await summarizeWith(models, documentOf(paragraphs(texts), { author }))
    expect(/^\[b\d+\]/mu.exec(models.requests[0]?.prompt ?? '')?.[0]).toBe(`[${first}]`)
  })

  it('needs no summary beside advanced parts: the gist and the first takeaways are a fifth of these', async () => {
    const models = scriptedModels(honestBut(() => ({ summary: [] })))
    const { result } = await summarizeWith(models, article(40), { advanced: true })
    const { page } = result
    expect(models.requests).toHaveLength(2)
    expect(page.summary).toEqual([])
    expect(page.notices).not.toContain('advanced_missing')
    const { basicSummary, advancedSummary } = pageAsTexts(page)
    const [first] = page.takeaways
    expect(basicSummary.startsWith(`${page.gist.text} ${first?.text}`)).toBe(true)
    const ratio = countWords(advancedSummary ?? '') / countWords(basicSummary)
    expect(ratio).toBeGreaterThanOrEqual(4)
    expect(ratio).toBeLessThanOrEqual(6)
  })

  it('reports missing facts only to readers who look for them', async () => {
    const rows = [
      ['The market', 'Not mentioned'],
      ['The school', '1001'],
    ]
    const lines = rows.map((cells) => ({ cells, blocks: ['b1'] }))
    const table = { title: 'Closures', form: 'table', header: ['Place', 'Year'], lines }
    const shown = async (kind: string) => {
      const models = scriptedModels(honestBut((page) => ({ kind, parts: [table, ...page.parts] })))
      const { result } = await summarizeWith(models, article(20), { advanced: true })
      return result.page.parts[0]?.lines[0]?.cells
    }
    expect(await shown('offer')).toEqual(['The market', 'Not mentioned'])
    expect(await shown('report')).toEqual(['The market', '–'])
  })

  it('may have a gist of two short sentences', async () => {
    const two = 'The market was closed after the flood. The railway grew slowly in a dry summer.'
    const models = scriptedModels(honestBut(() => ({ gist: { text: two, blocks: ['b1'] } })))
    expect((await summarizeWith(models, article(20))).result.page.gist.text).toBe(two)
  })

  it('has key parts for a meeting only', async () => {
    const keyParts = [{ title: 'Decisions', lines: [{ text: 'The old mill was closed.', blocks: ['b1'] }] }]
    const as = async (kind: string) =>
      (await summarizeWith(scriptedModels(honestBut(() => ({ kind, keyParts }))), article())).result.page.keyParts
    expect(await as('meeting')).toMatchObject([{ title: 'Decisions', form: 'bullets', lines: [{ citations: [{}] }] }])
    expect(await as('report')).toEqual([])
  })
})

describe('what a page declares', () => {
  it('is shown as an opinion, although the model does not say so', async () => {
    const document = article()
    document.sourceInfo.declaredType = 'OpinionNewsArticle'
    const { result } = await summarizeWith(scriptedModels(honestBut(() => ({ kind: 'news', flags: [] }))), document)
    expect(result.page.flags).toEqual(['opinion'])
  })
})

describe('a part', () => {
  it('may have the words of its description as its title', async () => {
    const titles = ['What is claimed without proof', 'What is known, what is not']
    const { result } = await summarizeWith(
      scriptedModels(
        honestBut(({ parts }) => ({
          kind: 'offer',
          parts: parts.map((part, at) => ({
            ...part,
            title: titles[at] ?? part.title,
          })),
        })),
      ),
      article(40),
      { advanced: true },
    )
    expect(result.page.parts.map(({ title }) => title)).toEqual(expect.arrayContaining(titles))
  })
})

describe('an empty answer', () => {
  it.each([
    ['no gist', { gist: { text: '', blocks: [] } }],
    ['no summary', { summary: [] }],
    ['two words', { summary: [{ text: 'Buy gold', blocks: ['b1'] }] }],
    ['no takeaways', { takeaways: [] }],
    ['takeaways of a letter', { takeaways: [{ label: '', text: 'x', blocks: ['b1'] }] }],
  ])('is asked for once more, then the summary fails: %s', async (_, over) => {
    const models = scriptedModels(honestBut(() => over))
    await expect(summarizeWith(models, article())).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('answer was unusable'),
    })
    expect(models.requests).toHaveLength(2)
  })
})

describe('instructions', () => {
  const instructionsFor = async (words: number, advanced: boolean, maxWords?: number) => {
    const models = scriptedModels(honest)
    await summarizeWith(models, article(Math.ceil(words / 94)), { advanced, maxWords })
    return models.requests[0]?.instructions ?? ''
  }

  it('describe the kinds of conversation alone for a transcript', async () => {
    const turns = Array.from({ length: 30 }, (_, at) => `${['Ana', 'Ben', 'Chair'][at % 3]}: ${prose(at + 1, 3)}`)
    const models = scriptedModels(honest)
    await summarizeWith(models, documentOf(paragraphs(turns)), { advanced: true })
    const { instructions } = models.requests[0]!
    expect(instructions).toContain('- kind: meeting or hearing or interview, unless')
    expect(instructions).toMatch(/^- takeaways: .* For (?:hearing|meeting|interview): .* label: /mu)
    expect(instructions).not.toMatch(/(?:of|from) a (?:guide|story|offer)/iu)
  })

  it('ask for the needs and steps of a guide as key parts', async () => {
    expect(await instructionsFor(1500, true)).toMatch(
      /^- keyParts: of a meeting: .*; of a procedure or numbered advice: Needs \(if any\), Steps \(all, .* each warning in its step/mu,
    )
    expect(await instructionsFor(1500, false)).not.toContain('each warning')
  })

  it('ask for no quotes of a guide, also where a source may be something else', async () => {
    const step = (at: number) => Object.assign(paragraph(at, `${at}. Drain it`), { type: 'heading' as const, level: 2 })
    const blocks = [1, 3, 5].flatMap((at) => [step(at), paragraph(at + 1, prose(at, 60))])
    const models = scriptedModels(honest)
    const sourceInfo = { readAs: 'article text', declaredType: 'NewsArticle' }
    await summarizeWith(models, documentOf(blocks, { sourceInfo }), { advanced: true })
    const { instructions } = models.requests[0]!
    expect(instructions).toContain('- kind: news or opinion or guide, unless')
    expect(instructions).toMatch(/^- quotes: at most 3, .* None from a guide\.$/mu)
  })

  it('request parts and quotes if the plan includes them, and lengths by the source', async () => {
    const basic = await instructionsFor(3000, false)
    expect(basic).not.toMatch(/^- (?:parts|quotes):/mu)
    expect(basic).toMatch(/^- summary: 85 to 120 words/mu)
    const full = await instructionsFor(3000, true)
    expect(full).toMatch(/^- takeaways: .* details: 395 to 660 words for all takeaways and parts/mu)
    // Too short for parts: the summary has their content.
    expect(await instructionsFor(800, true)).toMatch(
      /^- summary: 1\d\d to 340 words.*Readers of a kind look for: news: /mu,
    )
    // Beside parts, they alone have it.
    expect((await instructionsFor(3000, true, 300)).match(/what led to it/gu)).toHaveLength(1)
    expect(await instructionsFor(200, true)).toMatch(/^- summary: none.*\n- parts: none/mu)
  })
})
