import { describe, expect, test } from 'vitest'
import type { Block, ExtractedDocument } from '../../../shared/document.ts'
import type { SummaryResult } from '../../../shared/summary.ts'
import { countWords } from '../../../shared/words.ts'
import { documentOf as madeOf } from '../../testing/documents.ts'
import { createExtractiveSummarizer } from './engine.ts'

const subjects = ['harbor', 'orchard', 'library', 'quarry', 'railway', 'market', 'hospital', 'theater']

/** Sentences about one subject, each different from all others. */
function passage(subject: string, sentences: number): string {
  const verbs = ['opened', 'closed', 'moved', 'grew', 'shrank', 'changed', 'burned', 'reopened', 'failed', 'recovered']
  const causes = ['a flood', 'a strike', 'new owners', 'lower prices', 'an early frost', 'a loan', 'the war']
  return Array.from(
    { length: sentences },
    (_, at) =>
      `In its year ${at + 1} the ${subject} ${verbs[at % verbs.length]} after ${causes[at % causes.length]} reached the ${subject} workers of district ${at * 7 + 3}.`,
  ).join(' ')
}

interface Part {
  title: string
  texts: string[]
}

function documentOf(parts: readonly Part[]): ExtractedDocument {
  const texts = parts.flatMap((part, index) => part.texts.map((text) => ({ text, title: part.title, index })))
  const blocks = texts.map(({ text, title, index }, at): Block => {
    const place = { kind: 'chapter' as const, chapter: index + 1, title }
    return { id: `b${at + 1}`, type: 'paragraph', text, headingPath: [title], place }
  })
  return madeOf(blocks, { kind: 'epub', title: 'A town' })
}

async function summarize(document: ExtractedDocument): Promise<SummaryResult> {
  const { signal } = new AbortController()
  for await (const event of createExtractiveSummarizer().summarize(document, { advanced: true, signal })) {
    if (event.type === 'done') return event.result
  }
  throw new Error('no result')
}

const titlesOf = (text: string) =>
  text
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('## '))
    .map((title) => title.slice(3))

const sentencesOf = (text: string) =>
  text
    .split('\n\n')
    .filter((paragraph) => !paragraph.startsWith('## '))
    .flatMap((paragraph) => paragraph.split(/(?<=\.) /u))

const town = subjects.map((subject) => ({
  title: `The\n ${subject}`,
  texts: [passage(subject, 24), passage(`old ${subject}`, 24)],
}))

describe('the advanced summary of a long source', () => {
  test('has every part in order, each under its title on one line', async () => {
    const { advancedSummary } = await summarize(documentOf(town))
    expect(titlesOf(advancedSummary ?? '')).toEqual(subjects.map((subject) => `The ${subject}`))
  })

  test('is about five times the basic one and says nothing twice', async () => {
    const { advancedSummary, basicSummary } = await summarize(documentOf(town))
    const ratio = countWords(advancedSummary ?? '') / countWords(basicSummary)
    expect(ratio).toBeGreaterThan(3.5)
    expect(ratio).toBeLessThan(6.5)
    const sentences = sentencesOf(advancedSummary ?? '')
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('leaves out contents and imprint', async () => {
    const contents = { title: 'Contents', texts: subjects.map((subject, at) => `Chapter ${at + 1}. The ${subject}`) }
    const rights = 'Copyright © 2020 by Town Press. All rights reserved. No part of this book may be reproduced.'
    const document = documentOf([{ title: 'Imprint', texts: [rights] }, contents, ...town])
    const { advancedSummary } = await summarize(document)
    expect(titlesOf(advancedSummary ?? '')).toEqual(subjects.map((subject) => `The ${subject}`))
    expect(advancedSummary).not.toContain('rights reserved')
  })
})

test('the advanced summary of a short source is short and no padding', async () => {
  const document = documentOf([
    { title: 'One', texts: [passage('harbor', 5)] },
    { title: 'Two', texts: [passage('orchard', 5)] },
  ])
  const { advancedSummary } = await summarize(document)
  expect(countWords(advancedSummary ?? '')).toBeLessThan(document.words * 0.6)
  const sentences = sentencesOf(advancedSummary ?? '')
  expect(new Set(sentences).size).toBe(sentences.length)
})
