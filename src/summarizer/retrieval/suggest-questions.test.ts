import { expect, it } from 'vitest'
import type { Block } from '../../shared/document.ts'
import { documentOf, paragraph, prose } from '../testing/documents.ts'
import { answerableQuestions, suggestQuestions } from './suggest-questions.ts'

const headings = (...texts: string[]): Block[] =>
  texts.flatMap((text, at) => [
    { ...paragraph(2 * at + 1, text), type: 'heading' as const, level: at === 0 ? 1 : 2 },
    paragraph(2 * at + 2, prose(at), [text]),
  ])
const blocks = headings(
  'The harbor',
  'Early years',
  'Who paid?',
  'What flooded?',
  'The new quay',
  'After 1950',
  'References',
)
const takeaway = (label: string) => ({ label, text: '', citations: [] })

it('suggests questions about headings from all over the source', () => {
  expect(suggestQuestions(documentOf(blocks), null, null)).toEqual([
    'What does it say about “Early years”?',
    'What flooded?',
    'What does it say about “After 1950”?',
  ])
})

it('suggests questions about what a page of a language model has, in its language', () => {
  const page = { takeaways: ['Kosten', 'Die Flut', 'Kosten'].map(takeaway) }
  expect(suggestQuestions(documentOf(blocks), page, 'de')).toEqual([
    'Was steht dort zu „Kosten“?',
    'Was steht dort zu „Die Flut“?',
    'What does it say about “Early years”?',
  ])
})

it('suggests nothing for a text without headings', () => {
  expect(suggestQuestions(documentOf([paragraph(1, prose(1))]), null, null)).toEqual([])
})

it('suggests the questions that a model proposed with the page, before any other', () => {
  const page = { takeaways: [takeaway('Kosten')], questions: ['Wer zahlt?', 'Was kostet der Kai?'] }
  expect(suggestQuestions(documentOf(blocks), page, 'de')).toEqual([
    ...page.questions,
    'What does it say about “Early years”?',
  ])
})

it('accepts proposed questions in another language than the source if they cite it', async () => {
  const proposed = [
    { text: 'Wer bezahlte den Kai?', blocks: ['b6'] },
    { text: 'Wer regiert?', blocks: ['b99'] },
  ]
  expect(await answerableQuestions(documentOf(blocks), proposed, 'de')).toEqual(['Wer bezahlte den Kai?'])
})
