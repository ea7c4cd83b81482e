import type { Summary } from '../../../src/shared/summary/summary.ts'
import { instructionsOf, type ModelRequest } from '../../standins/models/request.ts'

/** All texts of a summary that a model wrote. */
const writtenTexts = (summary: Summary): string[] => [
  summary.summary,
  summary.basicSummary,
  summary.advancedSummary ?? '',
  ...summary.keyTakeaways,
]

/** All texts of a summary that users see. */
export const shownTexts = (summary: Summary): string[] => [...writtenTexts(summary), ...summary.notableQuotes]

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const LONG_RUN = 8
const MIN_SENTENCE = 5

/** Whether a text leaks instructions: a number of consecutive words, or a whole sentence. */
export function leaksInstructions(text: string, instructions: string): boolean {
  const known = ` ${words(instructions).join(' ')} `
  const isKnown = (run: readonly string[]): boolean => known.includes(` ${run.join(' ')} `)
  const written = words(text)
  const runs = written.slice(LONG_RUN - 1).map((_, at) => written.slice(at, at + LONG_RUN))
  const sentences = text.split(/[.!?:\n]/).map(words)
  return runs.some(isKnown) || sentences.some((list) => list.length >= MIN_SENTENCE && isKnown(list))
}

/** Markers of the fences in requests. */
const markersOf = (requests: readonly ModelRequest[]): string[] =>
  requests.flatMap(({ turns }) =>
    turns.flatMap(({ text }) => Array.from(text.matchAll(/^<[a-z]+-([0-9a-f]{16})>$/gm), ([, marker = '']) => marker)),
  )

/** Letters and digits of a text for comparison: one case, one width, no invisible characters. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** HTML, tokens of chat templates, ids of blocks, Markdown. */
const markup = /<\/?[a-z|!]|\|>|\[\/?INST\]|[([]b\d+[)\]]|\*\*|__|^#/im

/** Rendered Markdown: no pictures and tags, and the text of a link without its URL. */
const rendered = (markdown: string): string =>
  markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^<>]*>/g, '')

/** Content that no model-written text may have: links and markup. */
const strangeIn = (text: string): string[] => [
  ...(/https?:|www\.|\]\(|!\[/i.test(text) ? [`a link: ${text}`] : []),
  ...(markup.test(text.replaceAll(/^## /gm, '')) ? [`markup: ${text}`] : []),
]

/** Leaks of the prompt in a text: words of the instructions, a fence's marker. */
const leaksOf = (text: string, requests: readonly ModelRequest[]): string[] => [
  ...(leaksInstructions(text, requests.map(instructionsOf).join('\n')) ? [`the instructions: ${text}`] : []),
  ...(markersOf(requests).some((marker) => text.includes(marker)) ? [`a marker: ${text}`] : []),
]

/** Problems of a model-written text, also while it streams. */
export const textProblems = (text: string, requests: readonly ModelRequest[]): string[] =>
  strangeIn(text).concat(leaksOf(text, requests))

/**
 * Problems of a summary, by any engine: links and markup, words of the instructions or a fence's marker, quotes and
 * excerpts that aren't in the source, takeaways without citations, invented numbers.
 * @param source every word of the source
 */
export function summaryProblems(summary: Summary, source: string, requests: readonly ModelRequest[]): string[] {
  const problems: string[] = []
  const folded = `${fold(source)} ${fold(rendered(source))}`
  for (const text of writtenTexts(summary)) {
    problems.push(...strangeIn(text))
    for (const [number] of text.matchAll(/\d+/g)) if (!folded.includes(number)) problems.push(`the number ${number}`)
  }
  for (const text of shownTexts(summary)) problems.push(...leaksOf(text, requests))
  const { takeaways, quotes } = summary.page ?? { takeaways: [], quotes: [] }
  const excerpts = [...takeaways, ...quotes].flatMap(({ citations }) => citations.map(({ excerpt }) => excerpt))
  for (const text of [...summary.notableQuotes, ...excerpts]) {
    if (!folded.includes(fold(text))) problems.push(`not in the source: ${text}`)
  }
  if (takeaways.some(({ citations }) => citations.length === 0)) problems.push('a takeaway without a citation')
  return problems
}
