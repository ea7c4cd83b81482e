import { describe, expect, it } from 'vitest'
import { partLineText } from '../../src/shared/summary/partial-page.ts'
import type { PagePart } from '../../src/shared/summary/summary-page.ts'
import { readFence } from '../support/scripted-models.ts'
import { writtenPages } from '../support/written/index.ts'
import { makeWritten } from '../support/written/make-written.ts'

const textOfParts = (parts: readonly Pick<PagePart, 'title' | 'form' | 'header' | 'lines'>[]) =>
  parts.map((part) => [part.title, part.form, ...part.lines.map(({ cells }) => partLineText(part, cells))])

const plain = (text: unknown): unknown => JSON.parse(JSON.stringify(text).replaceAll('’', "'"))

describe.each(Object.entries(writtenPages))('an honest page of a whole source: %s', (_, written) => {
  const { answer } = written

  it('is shown as it was written, in one request and one check', async () => {
    const { result, requests } = await makeWritten(written)
    const { page } = result
    expect(requests.map(({ schemaName }) => schemaName)).toEqual(['full_summary_page', 'second_read'])
    expect(requests[1]?.prompt.match(/^\[missing/gmu)?.length ?? 0).toBe(written.supported === undefined ? 0 : 1)
    expect(page.kind).toBe(answer.kind)
    expect(plain([page.gist, ...page.takeaways, ...page.summary].map(({ text }) => text))).toEqual(
      plain([answer.gist, ...answer.takeaways, ...answer.summary].map(({ text }) => text)),
    )
    expect(plain(textOfParts(page.parts))).toEqual(
      plain(
        textOfParts(
          answer.parts.map((part) => ({
            ...part,
            form: part.form ?? 'bullets',
            lines: part.lines.map((line) => ({ ...line, citations: [] })),
          })),
        ),
      ),
    )
    expect(page.quotes).toHaveLength(answer.quotes.length)
    expect(page.notices.filter((notice) => notice === 'advanced_missing')).toEqual([])
  })

  it('cites the passages that its writer cited, and few others', async () => {
    const { result } = await makeWritten(written)
    const { gist, takeaways, parts } = result.page
    const lines = [gist, ...takeaways, ...parts.flatMap((part) => part.lines)]
    const cited = lines.map(({ citations }) => citations.map(({ blockId }) => blockId))
    const wanted = [answer.gist, ...answer.takeaways, ...answer.parts.flatMap((part) => part.lines)]
    const lost = wanted.map(({ blocks }, at) => blocks.filter((id) => !cited[at]?.includes(id)))
    const added = cited.flatMap((ids, at) => ids.filter((id) => !wanted[at]?.blocks.includes(id)))
    // A name or figure may need another passage, and what a story shows has few of its words.
    expect(lost.flat().length).toBeLessThanOrEqual(1)
    expect(added.length).toBeLessThanOrEqual(2)
  })
})

it('shows the model sources of each kind with the rules of that kind', async () => {
  const prompts = await Promise.all(
    Object.values(writtenPages).map(async (written) => {
      const { requests } = await makeWritten(written)
      return { rules: requests[0]?.instructions ?? '', lines: readFence(requests[0]?.prompt ?? '').lines }
    }),
  )
  expect(prompts.map(({ rules }) => /^- kind: (.*?)[,;]/mu.exec(rules)?.[1])).toEqual([
    'news or opinion',
    'hearing or meeting or interview',
    'story',
    'by substance',
  ])
  for (const { lines } of prompts) expect(lines.length).toBeGreaterThan(10)
})
