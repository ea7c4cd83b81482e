import { styleText } from 'node:util'
import { outcomeTexts } from '../shared/questions/answer.ts'
import type { Citation } from '../shared/summary/citation.ts'
import { isBuiltIn, modelNames } from '../shared/summary/model-names.ts'
import { partLineText } from '../shared/summary/partial-page.ts'
import type { PagePart } from '../shared/summary/summary-page.ts'
import { kindWords, type SummarySection, summarySections } from '../shared/summary/summary-sections.ts'
import { coverageLine, focusLines, noticeLines, verificationLines } from '../shared/summary/summary-text.ts'
import { formatClock, formatCount } from '../shared/text/format.ts'
import type { DocumentAnswer, QuestionAnswer, SummaryAnswer } from './pipeline-commands.ts'
import { type Terminal, wrap } from './terminal.ts'

type Style = Parameters<typeof styleText>[0]

const styled = (terminal: Terminal, style: Style, text: string): string =>
  terminal.outputIsScreen ? styleText(style, text, { validateStream: false }) : text

type Facts = Pick<
  SummaryAnswer,
  'title' | 'kind' | 'url' | 'author' | 'site' | 'publishedAt' | 'language' | 'words' | 'sourceInfo'
>

/** How long a source is: its running time, its pages and its words. */
function lengthsOf({ words, sourceInfo: { pages, durationSeconds } }: Facts): string[] {
  return [
    ...(durationSeconds ? [formatClock(durationSeconds)] : []),
    ...(pages ? [pages === 1 ? '1 page' : `${formatCount(pages)} pages`] : []),
    `${formatCount(words)} words`,
  ]
}

/** Title, kind, facts, and a note about what was not read. */
function heading(terminal: Terminal, answer: Facts, note: string | null, kind: readonly string[] = []): string {
  const { title, author, site, publishedAt, language, sourceInfo } = answer
  const facts = [...kind, site, author, publishedAt?.slice(0, 10), ...lengthsOf(answer), language, sourceInfo.readAs]
  const line = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '').join(' · ')
  const dim = note === null ? [line] : [line, note]
  return [
    styled(terminal, 'bold', wrap(terminal, title)),
    ...dim.map((text) => styled(terminal, 'dim', wrap(terminal, text))),
  ].join('\n')
}

/** Source locations of a line: (¶ 3, ¶ 7). */
function labelsOf(citations: readonly Citation[]): string {
  const labels = [...new Set(citations.map(({ label }) => label))]
  return labels.length === 0 ? '' : ` (${labels.join(', ')})`
}

/**
 * A numbered list.
 *
 * @param below texts below a line, given its indentation
 */
function list(
  terminal: Terminal,
  title: string,
  lines: readonly string[],
  below?: (index: number, indent: string) => string[],
): string[] {
  if (lines.length === 0) return []
  const width = String(lines.length).length
  const items = lines.map((line, index) => {
    const number = `${String(index + 1).padStart(width)}. `
    const indent = ' '.repeat(number.length)
    return [`${number}${wrap(terminal, line, indent)}`, ...(below?.(index, indent) ?? [])].join('\n\n')
  })
  return [styled(terminal, 'bold', title), items.join(below === undefined ? '\n' : '\n\n')]
}

/** Model usage, one line per model; empty if none was used. */
export function usageLines(usage: SummaryAnswer['usage']): string {
  const lines = usage.map(({ model, calls, inputTokens, outputTokens, costUsd }) => {
    const count = calls === 1 ? '1 call' : `${formatCount(calls)} calls`
    const cost = costUsd === null ? 'price unknown' : `about $${costUsd.toFixed(4)}`
    return `${model}: ${count}, ${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out, ${cost}\n`
  })
  return lines.join('')
}

/** The lines of a part, with an indentation before each line on the screen. */
function partLines(terminal: Terminal, part: PagePart, indent = ''): string[] {
  const lines = part.lines.map(({ cells, citations }) => `${partLineText(part, cells)}${labelsOf(citations)}`)
  if (part.form === 'text') return lines.map((line) => indent + wrap(terminal, line, indent))
  return [lines.map((line) => `${indent}- ${wrap(terminal, line, `${indent}  `)}`).join('\n')]
}

function partTexts(terminal: Terminal, part: PagePart): string[] {
  const title = part.title === '' ? [] : [styled(terminal, 'bold', wrap(terminal, part.title))]
  return [...title, ...partLines(terminal, part)]
}

function sectionTexts(terminal: Terminal, section: SummarySection): string[] {
  switch (section.kind) {
    case 'gist': {
      const { text, citations } = section.gist
      const note = section.note === null ? [] : [styled(terminal, 'dim', wrap(terminal, section.note))]
      return [styled(terminal, 'bold', wrap(terminal, `${text}${labelsOf(citations)}`)), ...note]
    }
    case 'keyParts':
      return section.parts.flatMap((part) => partTexts(terminal, part))
    case 'takeaways': {
      const lines = section.takeaways.map(
        ({ label, text, citations }) => `${label === '' ? '' : label + section.colon}${text}${labelsOf(citations)}`,
      )
      const details = section.takeaways.map((takeaway) => takeaway.details)
      const below = (index: number, indent: string): string[] =>
        (details[index] ?? []).flatMap((part) => partLines(terminal, part, indent))
      return list(terminal, section.heading, lines, details.flat().length === 0 ? undefined : below)
    }
    case 'summary':
    case 'advanced': {
      const heading = section.heading === null ? [] : [styled(terminal, 'bold', section.heading)]
      return [...heading, ...section.parts.flatMap((part) => partTexts(terminal, part))]
    }
    case 'quotes': {
      const lines = section.quotes.map(
        ({ text, speaker, citations }) => `${text}${speaker === null ? '' : ` — ${speaker}`}${labelsOf(citations)}`,
      )
      return list(terminal, section.heading, lines)
    }
  }
}

/** How much of the source was read, how the summary was verified, notices, and the engine, in one paragraph. */
function footText(answer: SummaryAnswer): string {
  const { coverage, engine, language } = answer
  const models = modelNames(engine) ?? 'a language model'
  const credit = isBuiltIn(engine) ? 'Set AI_MODELS to have a language model write it.' : `Summarized by ${models}.`
  return [coverageLine(coverage, language), ...verificationLines(answer), ...noticeLines(answer), credit].join(' ')
}

export function renderSummary(terminal: Terminal, answer: SummaryAnswer): string {
  const parts = [
    // The note on unread parts is with the gist.
    heading(terminal, answer, null, kindWords(answer)),
    ...Object.values(focusLines(answer) ?? {}).flatMap((line) => (line === null ? [] : [wrap(terminal, line)])),
    ...summarySections(answer).flatMap((section) => sectionTexts(terminal, section)),
    styled(terminal, 'dim', wrap(terminal, footText(answer))),
    ...(answer.url === null ? [] : [styled(terminal, 'dim', answer.url)]),
  ]
  return `${parts.join('\n\n')}\n`
}

/** A document as readable text, with headings and lists marked as in Markdown. */
export function renderDocument(terminal: Terminal, answer: DocumentAnswer): string {
  const blocks = answer.blocks.map(({ type, level, text }) => {
    if (type === 'heading') return styled(terminal, 'bold', `${'#'.repeat(level ?? 2)} ${text}`)
    if (type === 'list-item') return `- ${wrap(terminal, text, '  ')}`
    if (type === 'quote') return `> ${wrap(terminal, text, '> ')}`
    return type === 'paragraph' ? wrap(terminal, text) : text
  })
  return `${[heading(terminal, answer, answer.sourceInfo.note ?? null), ...blocks].join('\n\n')}\n`
}

/** An answer: its sentences, or the line that introduces the passages, and the passages. */
export function renderAnswer(terminal: Terminal, { outcome, answer, passages }: QuestionAnswer): string {
  if (outcome === 'answered') {
    const sentences = (answer ?? []).map(({ text, citations }) => `${text}${labelsOf(citations)}`)
    return `${wrap(terminal, sentences.join(' '))}\n`
  }
  const texts = passages.map(({ text, citations }) => `${text.replaceAll('\n', ' ')}${labelsOf(citations)}`)
  const title = passages.length === 0 ? 'No passage of the source matches your question.' : outcomeTexts[outcome]
  return `${[styled(terminal, 'bold', title), ...list(terminal, '', texts).slice(1)].join('\n\n')}\n`
}
