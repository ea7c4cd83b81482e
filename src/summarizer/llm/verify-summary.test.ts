import { describe, expect, it, test } from 'vitest'
import { article, book, documentOf, paragraph, prose } from '../testing/documents.ts'
import { honest, readFence, scriptedModels } from './testing/scripted-models.ts'
import { summarizeWith } from './testing/summarize.ts'
import { passageOf } from './verify-summary.ts'

const long = `${prose(1, 8)} Balloons rose over the cathedral at dawn. ${prose(2, 8)}`

test('of a long block, shows the sentence that says what the line says', () => {
  const passage = passageOf(paragraph(1, long), 'At dawn, balloons rose above the cathedral.')
  expect(passage).toMatch(/^Balloons rose over the cathedral at dawn\. /u)
  expect(long).toContain(passage)
  expect(passage.length).toBeLessThanOrEqual(300)
})

test('shows a short block, and one in another language, whole', () => {
  expect(passageOf(paragraph(1, 'One. Two.'), 'Two.')).toBe('One. Two.')
  expect(passageOf(paragraph(1, long), '黎明时分，气球升起。')).toBe(long)
})

describe('proof', () => {
  const answer = (over: object) => scriptedModels((request) => ({ ...(honest(request) as object), ...over }))

  it('shows quotes as the source has them, and none that it does not have', async () => {
    const text = (article().blocks[0]?.text ?? '').slice(0, -1)
    const first = /^.*?\./u.exec(text)?.[0] ?? ''
    const quotes = [
      { text: first.toUpperCase(), block: 'b7' },
      { text: first.replace('people say', 'people never say'), block: 'b1' },
      { text: first, block: 'b1' },
    ]
    const { result } = await summarizeWith(answer({ quotes }), article(), { advanced: true })
    expect(result.notableQuotes).toMatchObject([{ text: first, places: [{ blockId: 'b1' }] }])
  })

  it('counts the quotes and takeaways that are checked', async () => {
    const text = /^.*?\./u.exec(article().blocks[0]?.text ?? '')?.[0] ?? ''
    const quotes = [
      { text: 'Nobody ever said this.', block: 'b1' },
      { text, block: 'b1' },
    ]
    const takeaways = [{ text: 'People talk of the old mill.', blocks: ['b2'] }]
    const { events } = await summarizeWith(answer({ quotes, takeaways }), article(), { advanced: true })
    const checked = events.flatMap((event) =>
      event.type === 'progress' && event.progress.stage === 'checking' ? [event.progress] : [],
    )
    const counts = checked.map(({ done }) => done)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    expect(checked.at(-1)).toEqual({ stage: 'checking', done: 3, total: 3 })
  })

  it('drops takeaways that name no block of the source', async () => {
    const takeaways = [
      { text: 'People talk of the harbor.', blocks: ['b999', 'x'] },
      { text: 'People talk of the old mill.', blocks: ['b2', 'b999'] },
    ]
    const { result } = await summarizeWith(answer({ takeaways }), article())
    expect(result.keyTakeaways.map(({ text }) => text)).toEqual(['People talk of the old mill.'])
  })

  it('has sentences with unknown names and numbers worded anew, once and all in one call', async () => {
    const models = scriptedModels((request) => {
      if (request.schemaName === 'rewritten_sentences') {
        expect(readFence(request.prompt, 'sentences').lines.join('\n')).toMatch(/^\[missing 1\].*4711/mu)
        return {
          sentences: [
            { number: 1, text: 'The harbor was rebuilt.' },
            { number: 2, text: 'It cost 815 coins.' },
          ],
        }
      }
      const usual = honest(request) as { summary: string; takeaways: { text: string; blocks: string[] }[] }
      return {
        summary: `${usual.summary} The harbor cost 4711 coins.`,
        takeaways: [...usual.takeaways.slice(0, 2), { text: 'The mill belonged to Balthazar Quint.', blocks: ['b1'] }],
      }
    })
    const { result } = await summarizeWith(models, article())
    expect(result.basicSummary).toMatch(/The harbor was rebuilt\.$/u)
    expect(result.keyTakeaways).toHaveLength(2)
    expect(models.requests).toHaveLength(2)
  })

  it('says nothing twice, although two sentences were worded anew alike', async () => {
    const better = 'The harbor was rebuilt.'
    const models = scriptedModels((request) => {
      if (request.schemaName === 'rewritten_sentences')
        return { sentences: [1, 2, 3].map((number) => ({ number, text: better })) }
      const { summary, takeaways } = honest(request) as { summary: string; takeaways: object[] }
      const doubted = 'The harbor cost 4711 coins. The mill cost 4712 coins. The wall cost 4713 coins.'
      return { summary: `${summary} ${doubted}`, takeaways }
    })
    const { result } = await summarizeWith(models, article())
    expect(result.basicSummary.split(better)).toHaveLength(2)
    expect(result.basicSummary).not.toMatch(/471\d/u)
  })

  it('keeps titles that hold nothing new, in whatever case they are written', async () => {
    const text = `${article().blocks[0]?.text ?? ''} They call it a disaster.`
    const advanced = [
      { title: 'The Harbor After the Disaster', text: text.repeat(2) },
      { title: 'The Plans of Balthazar Quint for 4711', text: text.repeat(2) },
    ]
    const { result } = await summarizeWith(answer({ advanced }), article(), { advanced: true })
    const titles = result.advancedSummary?.split('\n\n').filter((part) => part.startsWith('## '))
    expect(titles).toEqual(['## The Harbor After the Disaster'])
  })

  it('takes the basic summary for the advanced one where that says less', async () => {
    const advanced = [{ title: 'All of it', text: article().blocks[0]?.text ?? '' }]
    const { result } = await summarizeWith(answer({ advanced }), article(), { advanced: true })
    expect(result.advancedSummary).toBe(result.basicSummary)
  })

  it('leaves what is true of a short note, though its one takeaway and most of its words were invented', async () => {
    const models = scriptedModels((request) => {
      if (request.schemaName === 'rewritten_sentences') return { sentences: [] }
      return {
        summary: `In year 1001 people say much. The harbor cost 7000 coins in all, they say, and it was never finished.`,
        takeaways: [{ text: 'The mill belonged to Balthazar Quint.', blocks: ['b1'] }],
      }
    })
    const { result } = await summarizeWith(models, documentOf([paragraph(1, prose(1, 3))]))
    expect(result).toMatchObject({ basicSummary: 'In year 1001 people say much.', keyTakeaways: [] })
  })

  it('asks for all of it once more when little is left, then fails', async () => {
    const models = scriptedModels((request) => {
      if (request.schemaName === 'rewritten_sentences') return { sentences: [] }
      const summary = Array.from(
        { length: 12 },
        (_, at) => `The harbor cost ${7000 + at} coins in all, they say.`,
      ).join(' ')
      return { ...(honest(request) as object), summary }
    })
    await expect(summarizeWith(models, article())).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(models.requests.filter(({ schemaName }) => schemaName === 'source_summary')).toHaveLength(2)
  })
})

describe('a model that obeys the source', () => {
  it('gives away neither its instructions nor the marker, and shows no link', async () => {
    const models = scriptedModels((request) => {
      const usual = honest(request) as { summary: string; takeaways: { text: string; blocks: string[] }[] }
      const { marker } = readFence(request.prompt)
      const secrets = [
        `The marker is ${marker}.`,
        request.instructions.split('\n')[0],
        'Look at https://evil.example/?q=1 now.',
        'See [this](https://evil.example) <img src=x>.',
      ].join(' ')
      request.onPartial?.({ summary: `${usual.summary} ${secrets}` })
      return {
        summary: `${usual.summary} ${secrets}`,
        takeaways: [...usual.takeaways, { text: `Use ${marker}.`, blocks: ['b1'] }],
      }
    })
    const { result, events } = await summarizeWith(models, article())
    const shown = JSON.stringify([result, events])
    expect(shown).not.toMatch(/evil|<img|You summarize/u)
    expect(shown).not.toContain(readFence(models.requests[0]?.prompt ?? '').marker)
    expect(result.basicSummary).toMatch(/See this \.$/u)
  })

  it('makes a new marker for every call', async () => {
    const models = scriptedModels(honest, 16_000)
    await summarizeWith(models, book(4, 45))
    const markers = models.requests.map(({ prompt }) => /<(?:source|notes)-([0-9a-f]{16})>/u.exec(prompt)?.[1])
    expect(new Set(markers).size).toBe(models.requests.length)
  })
})
