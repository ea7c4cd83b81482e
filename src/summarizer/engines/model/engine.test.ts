import { describe, expect, it } from 'vitest'
import { article, book, documentOf, paragraph } from './testing/documents.ts'
import { failWith, honest, readFence, scriptedModels } from './testing/scripted-models.ts'
import { summarizeWith } from './testing/summarize.ts'

describe('a source that fits one call', () => {
  it('is summarized in one call', async () => {
    const models = scriptedModels(honest)
    const { result, events } = await summarizeWith(models, article())
    expect(models.requests.map(({ schemaName }) => schemaName)).toEqual(['source_summary'])
    expect(result.basicSummary).toContain('In year 1001')
    expect(result.keyTakeaways).toHaveLength(6)
    expect(result.keyTakeaways[0]?.places[0]).toMatchObject({ blockId: 'b1', label: '¶ 1' })
    expect(result.advancedSummary).toBeNull()
    expect(result.notableQuotes).toEqual([])
    expect(result.coverage).toEqual({
      words: article().words,
      wordsRead: article().words,
      sections: 1,
      sectionsRead: 1,
    })
    expect(result.engine).toEqual({
      id: 'openai:gpt-test',
      label: 'Language model gpt-test (OpenAI), quotes and places checked against the source',
    })
    expect(result.usage).toHaveLength(1)
    expect(events.flatMap((event) => (event.type === 'progress' ? [event.progress.stage] : []))).toEqual([
      'summarizing',
      'checking',
      'checking',
    ])
  })

  it('gets an advanced summary and quotes when the plan has them', async () => {
    const { result } = await summarizeWith(scriptedModels(honest), article(), { advanced: true })
    expect(result.advancedSummary).not.toBeNull()
    expect(result.notableQuotes).toHaveLength(3)
    expect(result.notableQuotes[0]?.text).toMatch(/^In year 1001/u)
  })

  it('streams the basic summary as it comes', async () => {
    const models = scriptedModels(async (request) => {
      for (const summary of ['In year', 'In year 1001 **and**']) {
        request.onPartial?.({ summary })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return honest(request)
    })
    const { events } = await summarizeWith(models, article())
    const texts = events.flatMap((event) => (event.type === 'partial' ? [event.text] : []))
    expect(texts).toEqual(['In year', 'In year 1001 and'])
  })
})

describe('a source that does not fit', () => {
  it('is read in sections, whose notes become the summary', async () => {
    const document = book(6, 30)
    const models = scriptedModels(honest, 16_000)
    const { result, events } = await summarizeWith(models, document, { advanced: true })
    const kinds = models.requests.map(({ schemaName }) => schemaName)
    const sections = kinds.filter((kind) => kind === 'section_notes').length
    expect(kinds.at(-1)).toBe('advanced_source_summary')
    expect(result.coverage).toEqual({
      words: document.words,
      wordsRead: document.words,
      sections,
      sectionsRead: sections,
    })
    const seen = new Set(
      models.requests.flatMap(({ prompt }) => [...prompt.matchAll(/^\[(b\d+)\]/gmu)].map(([, id]) => id)),
    )
    expect(seen.size).toBe(document.blocks.length)
    const progress = events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []))
    expect(progress[0]).toEqual({ stage: 'summarizing', done: 0, total: sections })
    expect(progress).toContainEqual({ stage: 'summarizing', done: sections, total: sections })
    expect(result.notableQuotes.length).toBeGreaterThan(0)
  })

  it('names the section that could not be read', async () => {
    const models = scriptedModels((request) => {
      if (request.prompt.includes('year 1010')) failWith('unavailable')
      return honest(request)
    }, 16_000)
    const { result } = await summarizeWith(models, book(4, 45))
    expect(result.coverage.sectionsRead).toBe(result.coverage.sections - 1)
    expect(result.coverage.wordsRead).toBeLessThan(result.coverage.words)
    expect(result.coverage.unread).toEqual(['Chapter 1'])
  })

  it('tries a failed section once more when the others are through', async () => {
    let failed = 0
    const models = scriptedModels((request) => {
      if (request.prompt.includes('year 1040') && failed === 0) {
        failed += 1
        failWith('invalid')
      }
      return honest(request)
    }, 16_000)
    const { result } = await summarizeWith(models, book(6, 30))
    expect(result.coverage.unread).toBeUndefined()
    const order = models.requests.map(({ prompt }) => prompt.includes('<source-') && prompt.includes('year 1040'))
    expect(order.filter(Boolean)).toHaveLength(2)
    expect(order.lastIndexOf(true)).toBe(order.length - 2)
  })

  it('fails when less than half could be read', async () => {
    const models = scriptedModels((request) => {
      if (request.schemaName === 'section_notes' && !request.prompt.includes('## Chapter 1\n')) failWith('refused')
      return honest(request)
    }, 16_000)
    await expect(summarizeWith(models, book(6, 30))).rejects.toMatchObject({ code: 'model_refused' })
  })

  it('gives up soon when nothing answers', async () => {
    const models = scriptedModels(() => failWith('unavailable'), 16_000)
    await expect(summarizeWith(models, book(30, 30), { parallelCalls: 2 })).rejects.toMatchObject({
      code: 'model_unavailable',
    })
    expect(models.requests.length).toBeLessThan(8)
  })

  it('halves a section that is too long', async () => {
    const models = scriptedModels((request) => {
      if (request.prompt.length > 9000) failWith('too_long')
      return honest(request)
    }, 16_000)
    const document = book(3, 40)
    const { result } = await summarizeWith(models, document)
    expect(result.coverage.wordsRead).toBe(document.words)
    expect(result.coverage.sections).toBeGreaterThan(3)
  })

  it('merges notes in several levels for a model of little context', async () => {
    const models = scriptedModels(honest, 4096)
    const { result } = await summarizeWith(models, book(30, 20))
    expect(result.coverage.sectionsRead).toBe(result.coverage.sections)
    const merges = models.requests.filter(
      ({ prompt, schemaName }) => schemaName === 'section_notes' && prompt.includes('<notes-'),
    )
    expect(merges.length).toBeGreaterThan(1)
    for (const { prompt, instructions } of models.requests)
      expect((prompt.length + instructions.length) / 4).toBeLessThan(4096)
  })

  it('goes on where it was', async () => {
    const kept = new Map<string, unknown>()
    const memory = {
      get: (key: string) => Promise.resolve(kept.get(key)),
      set: (key: string, value: unknown) => {
        kept.set(key, structuredClone(value))
        return Promise.resolve()
      },
    }
    const document = book(6, 30)
    const broken = scriptedModels((request) => {
      if (request.schemaName === 'source_summary') failWith('unavailable')
      return honest(request)
    }, 16_000)
    await expect(summarizeWith(broken, document, { memory })).rejects.toMatchObject({ code: 'model_unavailable' })
    const models = scriptedModels(honest, 16_000)
    const { result } = await summarizeWith(models, document, { memory })
    expect(models.requests.map(({ schemaName }) => schemaName)).toEqual(['source_summary'])
    expect(result.coverage.sectionsRead).toBe(result.coverage.sections)
  })
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

describe('shape', () => {
  it('asks once more for the language that was wanted', async () => {
    const german = 'Der Hafen wurde nach der Flut wieder aufgebaut und die Menschen waren sehr froh darüber. '
      .repeat(6)
      .trim()
    const models = scriptedModels((request) => {
      const usual = honest(request) as object
      if (request.indexOfKind === 0) return usual
      return { summary: german, takeaways: [{ text: 'Der Hafen wurde wieder aufgebaut.', blocks: ['b1'] }] }
    })
    const { result } = await summarizeWith(models, article(), { language: 'de' })
    expect(models.requests[0]?.instructions).toContain('German (de)')
    expect(models.requests[1]?.instructions).toContain('wrong language')
    expect(result.basicSummary).toMatch(/^Der Hafen/u)
    expect(result.language).toBe('de')
  })

  it('fails in a language that the model does not write', async () => {
    await expect(summarizeWith(scriptedModels(honest), article(), { language: 'ja' })).rejects.toMatchObject({
      code: 'language_unavailable',
    })
  })

  it('cuts what is too long at the end of a sentence', async () => {
    const models = scriptedModels((request) => {
      const usual = honest(request) as { takeaways: unknown[] }
      return {
        ...usual,
        summary: article(10)
          .blocks.map(({ text }) => text)
          .join(' '),
      }
    })
    const { result } = await summarizeWith(models, article(), { maxWords: 60 })
    expect(models.requests).toHaveLength(2)
    expect(result.basicSummary.split(/\s+/u).length).toBeLessThanOrEqual(60)
    expect(result.basicSummary).toMatch(/\.$/u)
  })

  it('ends with a full sentence', async () => {
    const models = scriptedModels((request) => {
      const usual = honest(request) as { summary: string }
      return { ...usual, summary: `${usual.summary} In year 1001 and` }
    })
    const { result } = await summarizeWith(models, article())
    expect(models.requests).toHaveLength(2)
    expect(result.basicSummary).toMatch(/\.$/u)
  })

  it('asks for less when an answer was cut off', async () => {
    const models = scriptedModels((request) => (request.index === 0 ? failWith('cut') : honest(request)))
    const { result } = await summarizeWith(models, article())
    expect(result.basicSummary).not.toBe('')
  })

  it('reads in sections what turned out too long', async () => {
    const models = scriptedModels((request) =>
      request.schemaName === 'source_summary' && request.prompt.includes('<source-')
        ? failWith('too_long')
        : honest(request),
    )
    const { result } = await summarizeWith(models, article(40))
    expect(result.coverage.sections).toBeGreaterThan(1)
  })
})

describe('an end before the end', () => {
  it('refuses what is too short', async () => {
    const document = documentOf([paragraph(1, 'Too short.')])
    await expect(summarizeWith(scriptedModels(honest), document)).rejects.toMatchObject({ code: 'source_too_short' })
  })

  it('is cancelled by the signal, and says what it cost', async () => {
    const controller = new AbortController()
    let aborted = false
    const models = scriptedModels(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true
            reject(signal.reason)
          })
          controller.abort()
        }),
    )
    let calls = 0
    const onUsage = (usage: { calls: number }[]): void => {
      calls = usage[0]?.calls ?? 0
    }
    await expect(summarizeWith(models, article(), { signal: controller.signal, onUsage })).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect({ aborted, calls }).toEqual({ aborted: true, calls: 1 })
  })
})
