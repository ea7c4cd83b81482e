import type { Summary } from '../../../src/shared/summary.ts'
import { instructionsOf, type ModelRequest } from '../../standins/models/request.ts'

/** All that a model wrote of a summary. */
const writtenTexts = (summary: Summary): string[] => [
  summary.summary,
  summary.basicSummary,
  summary.advancedSummary ?? '',
  ...summary.keyTakeaways,
]

/** All that people read of a summary. */
export const shownTexts = (summary: Summary): string[] => [...writtenTexts(summary), ...summary.notableQuotes]

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const LONG_RUN = 8
const SHORTEST_SENTENCE = 5

/** Whether a text gives instructions away: by so many of their words in a row, or by a whole sentence of theirs. */
export function givesAway(text: string, instructions: string): boolean {
  const known = ` ${words(instructions).join(' ')} `
  const isKnown = (run: readonly string[]): boolean => known.includes(` ${run.join(' ')} `)
  const said = words(text)
  const runs = said.slice(LONG_RUN - 1).map((_, at) => said.slice(at, at + LONG_RUN))
  const sentences = text.split(/[.!?:\n]/).map(words)
  return runs.some(isKnown) || sentences.some((list) => list.length >= SHORTEST_SENTENCE && isKnown(list))
}

/** The markers of the fences that requests held. */
const markersOf = (requests: readonly ModelRequest[]): string[] =>
  requests.flatMap(({ turns }) =>
    turns.flatMap(({ text }) => Array.from(text.matchAll(/^<[a-z]+-([0-9a-f]{16})>$/gm), ([, marker = '']) => marker)),
  )

/** Letters and digits of a text as they compare: one case, one width, nothing unseen. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** HTML, tokens of chat templates, ids of blocks, Markdown. */
const markup = /<\/?[a-z|!]|\|>|\[\/?INST\]|[([]b\d+[)\]]|\*\*|__|^#/im

/** Markdown as it is read: the words of a link without where it leads. */
const withoutLinks = (markdown: string): string => markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')

/** What no text may hold that a model wrote: links and markup. */
const strangeIn = (text: string): string[] => [
  ...(/https?:|www\.|\]\(|!\[/i.test(text) ? [`a link: ${text}`] : []),
  ...(markup.test(text.replaceAll(/^## /gm, '')) ? [`markup: ${text}`] : []),
]

/** What of a text tells how it was asked for: words of the instructions, a fence's marker. */
const leaksOf = (text: string, requests: readonly ModelRequest[]): string[] => [
  ...(givesAway(text, requests.map(instructionsOf).join('\n')) ? [`the instructions: ${text}`] : []),
  ...(markersOf(requests).some((marker) => text.includes(marker)) ? [`a marker: ${text}`] : []),
]

/** What is wrong with a text that a model wrote, also while it is coming. */
export const wrongsOfText = (text: string, requests: readonly ModelRequest[]): string[] =>
  strangeIn(text).concat(leaksOf(text, requests))

/**
 * What is wrong with a summary, whoever wrote it: links and markup, words of the instructions or a fence's marker,
 * quotes and excerpts that the source does not hold, takeaways without a place, numbers from nowhere.
 *
 * @param said every word of the source
 */
export function wrongsOf(summary: Summary, said: string, requests: readonly ModelRequest[]): string[] {
  const wrongs: string[] = []
  const source = `${fold(said)} ${fold(withoutLinks(said))}`
  for (const text of writtenTexts(summary)) {
    wrongs.push(...strangeIn(text))
    for (const [number] of text.matchAll(/\d+/g)) if (!source.includes(number)) wrongs.push(`the number ${number}`)
  }
  for (const text of shownTexts(summary)) wrongs.push(...leaksOf(text, requests))
  const excerpts = [...summary.takeawayPlaces, ...summary.quotePlaces].flat().map(({ excerpt }) => excerpt)
  for (const text of [...summary.notableQuotes, ...excerpts]) {
    if (!source.includes(fold(text))) wrongs.push(`not in the source: ${text}`)
  }
  if (summary.takeawayPlaces.some((places) => places.length === 0)) wrongs.push('a takeaway without a place')
  return wrongs
}
