import type { Block } from '../../../shared/document.ts'
import type { Citation, CitedText } from '../../../shared/summary/citation.ts'
import { partsAsText } from '../../../shared/summary/partial-page.ts'
import { MIN_ADVANCED_WORDS } from '../../../shared/summary/short-source.ts'
import { type PageNotice, type PagePart, pageNotices, type SummaryPage } from '../../../shared/summary/summary-page.ts'
import { countWords } from '../../../shared/text/words.ts'
import { citationOf } from '../../citations.ts'
import { quoteNotices } from '../../quote-notices.ts'
import { findQuote } from '../../verification/find-quote.ts'
import { citationsOf, inSourceOrder } from '../../verification/source-text.ts'
import { MAX_BLOCKS, pickSupport } from '../../verification/supporting-blocks.ts'
import type { Budget } from '../budget.ts'
import { type Draft, EMPTY_CELL, MAX_GIST_WORDS, withoutLabel } from '../draft.ts'
import { expectantKinds, unquotedKinds } from '../instructions.ts'
import { boundWords, toPlainLine, wholeSentences } from '../plain-text.ts'
import type { Run } from '../run.ts'
import { pageOf } from '../write-page.ts'
import { passageOf } from './passages.ts'
import { addressesMachine, findPromptInjections, type PromptInjections } from './prompt-injection.ts'
import { verifyQuotes } from './quotes.ts'
import { Repeats } from './repeats.ts'
import { applyRules, type Check, findMissing, inSequence, missingInCells, together } from './rules.ts'
import { askForGist, type Claim, readAgain, type Verdicts } from './second-read.ts'
import {
  cellsOf,
  type Line,
  lineOf,
  linesOf,
  openPage,
  type Page,
  type Part,
  reject,
  rowOf,
  textOf,
} from './statements.ts'
import { isNumber, supports } from './supports.ts'

/** A summary of which less than this share survives verification is rejected. */
const MIN_LEFT = 0.4
/** Shorter drafts are never rejected for what verification removes. */
const SHORT_WORDS = 80
/** Parts of less than this share of their least words are no advanced summary. */
const MIN_PARTS = 0.15
/** Longest correction of a statement, as a share of its words. */
const CORRECTION_SHARE = 1.5
const MIN_CORRECTION_WORDS = 30

/** Rejects statements that rest on a block of the source that gives orders to a machine. */
function rejectObeying({ run, source }: Check, page: Page, orders: PromptInjections): void {
  for (const line of linesOf(page)) {
    for (const statement of line.statements) {
      const { text } = statement
      const support = line.role === 'title' ? [] : pickSupport(source, text, line.citations, run.writing.tag)
      if (addressesMachine(text) || support.some((block) => orders.taints(block, text))) statement.text = ''
    }
  }
}

/**
 * Rejects repeats: a takeaway that repeats the gist or a key part, a sentence of the summary that repeats a takeaway,
 * and so on. Tables, checklists and plots stay complete.
 */
function rejectRepeats({ run, kind }: Check, { gist, keyParts, takeaways, summary, parts }: Page): Repeats {
  const repeats = new Repeats(run.writing.tag)
  const visit = (line: Line): void => {
    if (repeats.has(textOf(line))) reject(line)
    else repeats.add(textOf(line))
  }
  // A list of decisions stays complete, though the gist has the first of them.
  for (const { lines } of keyParts) lines.forEach(visit)
  repeats.add(textOf(gist))
  // Keeps at least one takeaway.
  for (const [at, line] of takeaways.entries())
    if (at < takeaways.length - 1 || takeaways.some((other) => other !== line && textOf(other) !== '')) visit(line)
  const complete: readonly PagePart['form'][] =
    kind === 'story' ? ['table', 'checklist', 'text'] : ['table', 'checklist']
  for (const line of [...summary, ...parts.flatMap(({ form, lines }) => (complete.includes(form) ? [] : lines))]) {
    for (const statement of line.statements) {
      if (repeats.has(statement.text)) statement.text = ''
      else repeats.add(statement.text)
    }
  }
  return repeats
}

const claimsOf = (lines: readonly Line[]): Claim[] =>
  lines.flatMap((line) => line.statements.flatMap((statement) => (statement.text === '' ? [] : [{ statement, line }])))

const labeled = /^[^\s:：]+(?:\s[^\s:：]+){0,2}[:：]\s+(?=\S)/u

/**
 * A correction as displayed; empty if unusable. What it has before a colon stays in the text, in place of the label: it may
 * be a claimant.
 */
function correctedText(check: Check, claim: Claim, correction: string, said: ReadonlySet<string>): string {
  const { statement, line } = claim
  const whole = toPlainLine(correction, check.run.leaks)
  const plain = withoutLabel(whole, line.label)
  const text = line.role === 'row' ? rowOf(cellsOf(line.header, plain) ?? []) : plain
  const mostWords = Math.max(MIN_CORRECTION_WORDS, countWords(statement.text) * CORRECTION_SHARE)
  const isSaid = text !== statement.text && said.has(text)
  // A fact that turns out not to be missing has no citation.
  if (line.isSilence || isSaid || countWords(text) > mostWords) return ''
  if (together(missingInCells(check, line, text)).absent.length > 0) return ''
  // The sentence is right, or has a new label: the label was wrong.
  const isLabelWrong = plain === whole && (text === statement.text || labeled.test(text))
  if (line.statements[0] === statement && isLabelWrong) line.label = ''
  return text
}

const capital = /^\p{Lu}\p{Ll}+$/u

/** Whether a flagged word begins a sentence with a capital for that alone, as far as can be seen: no number, no full name. */
function mayBeCommon(text: string, part: string, language: string | null): boolean {
  if (!capital.test(part) || !text.startsWith(part) || isNumber(part, language)) return false
  return /^\s+\P{Lu}/u.test(text.slice(part.length))
}

/**
 * Whether words that the second read cites are in the source and contain the numbers and names that it seemed to lack;
 * the statement then cites them.
 */
function isBorneOut({ run, source }: Check, { statement, line }: Claim, quoted: readonly string[]): boolean {
  const ids = line.blocks.map(({ id }) => id)
  const { title, author, site } = run.document
  const facts = [title, author ?? '', site ?? ''].map(inSequence)
  const found = quoted.flatMap((words) => findQuote(source, words, ids, true) ?? [])
  const inFacts = quoted.filter((words) => facts.some((fact) => fact.includes(inSequence(words))))
  const said = [...found.map(({ text }) => text), ...inFacts].join(' … ')
  const others = statement.absent.filter((part) => !mayBeCommon(statement.text, part, run.writing.tag))
  if (said === '' || !others.every((part) => supports(said, part, run.writing.tag, source.language))) return false
  statement.evidence = found.flatMap(({ blocks }) => blocks)
  return true
}

/** A table row without the cells that the source doesn't support; empty without its first cell and another one. */
function withoutCells(check: Check, line: Line, text: string): string {
  const found = missingInCells(check, line, text)
  const cells = cellsOf(line.header, text) ?? []
  const isKept = (at: number): boolean => found[at]?.missing.length === 0 && cells[at] !== EMPTY_CELL
  if (!isKept(0) || !cells.some((_, at) => at > 0 && isKept(at))) return ''
  return rowOf(cells.map((cell, at) => (isKept(at) ? cell : EMPTY_CELL)))
}

/** Replaces or rejects the statements that the second read or, without it, the rules object to. */
function settle(check: Check, claims: readonly Claim[], verdicts: Verdicts | null): void {
  const said = new Set(claims.map(({ statement }) => statement.text))
  for (const claim of claims) {
    const { statement } = claim
    const correction = verdicts?.corrections.get(statement)
    if (verdicts?.obeying.has(statement) === true) statement.text = ''
    else if (correction !== undefined) statement.text = correctedText(check, claim, correction, said)
    else if (statement.missing.length > 0 && !isBorneOut(check, claim, verdicts?.support.get(statement) ?? []))
      statement.text = claim.line.role === 'row' ? withoutCells(check, claim.line, statement.text) : ''
    said.add(statement.text)
  }
}

/** The lead if it survived, else a new one, else the best takeaway, which is then removed from the list. */
async function settleGist(
  check: Check,
  page: Page,
  isReadAgain: boolean,
): Promise<{ gist: Line; takeaways: readonly Line[] } | null> {
  const { run, source, budget } = check
  const takeaways = page.takeaways.filter((line) => textOf(line) !== '')
  if (textOf(page.gist) !== '') return { gist: page.gist, takeaways }
  const [best, ...others] = takeaways
  if (best === undefined) return null
  const drafted = await askForGist(run, {
    ...check,
    claims: claimsOf([...page.keyParts.flatMap(({ lines }) => lines), ...takeaways, ...page.summary]),
  })
  if (drafted !== null) {
    const text = wholeSentences(toPlainLine(drafted.text, run.leaks), budget.lengths.gist)
    const isShort = countWords(text) <= MAX_GIST_WORDS
    const gist = lineOf('prose', text, { citations: citationsOf(source, drafted.blocks) })
    if (text !== '' && isShort && findMissing(check, text, gist.blocks).length === 0) {
      const claims = claimsOf([gist])
      const verdicts = isReadAgain ? await readAgain(run, { ...check, claims }) : null
      settle(check, claims, verdicts)
      if (textOf(gist) !== '' && isReadAgain === (verdicts !== null)) return { gist, takeaways }
    }
  }
  return { gist: best, takeaways: others }
}

/** Most citations of a line of several sentences. */
const MAX_PLACES = 6

/** Cites the blocks that support a line: the best one of each sentence, then the second ones. */
function cite({ run, source }: Check, line: Line): Citation[] {
  // A missing fact has no passage.
  if (line.isSilence && line.blocks.length === 0) return []
  const sentences = line.statements.filter(({ text }) => text !== '')
  const ranked = sentences.map(({ text, evidence }) => {
    const citations = [...line.citations, ...evidence.map((block) => [block])]
    const blocks = new Set([...pickSupport(source, text, citations, run.writing.tag), ...evidence])
    return { text, blocks: [...blocks].slice(0, MAX_BLOCKS) }
  })
  const supported = new Map<Block, string>()
  for (let rank = 0; rank < MAX_BLOCKS; rank += 1) {
    for (const { text, blocks } of ranked) {
      const block = blocks[rank]
      if (block === undefined || (supported.size === MAX_PLACES && !supported.has(block))) continue
      supported.set(block, `${supported.get(block) ?? ''} ${text}`)
    }
  }
  return inSourceOrder(source, [...supported.keys()]).map((block) =>
    citationOf(block, passageOf(block, supported.get(block) ?? '', source.language)),
  )
}

function buildPart(check: Check, { title, form, header, lines }: Part): PagePart[] {
  const shown = lines.flatMap((line) => {
    const text = textOf(line)
    const cells = form === 'table' ? cellsOf(header, text) : [text]
    const citations = text === '' ? [] : cite(check, line)
    return cells === null || text === '' || (citations.length === 0 && !line.isSilence) ? [] : [{ cells, citations }]
  })
  return shown.length === 0 ? [] : [{ title: textOf(title), form, header, lines: shown }]
}

const wordsOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + countWords(textOf(line)), 0)

/** Paragraphs of at most a number of words. The gist is the summary of a page without one. */
function boundSummary(gist: CitedText, paragraphs: CitedText[], maxWords: number | undefined): CitedText[] {
  if (maxWords === undefined) return paragraphs
  const whole = paragraphs.length === 0 ? [gist] : paragraphs
  const text = whole.map((paragraph) => paragraph.text).join('\n\n')
  const bounded = boundWords(text, maxWords)
  if (bounded === text) return paragraphs
  return bounded.split('\n\n').map((line, at) => ({ text: line, citations: whole[at]?.citations ?? [] }))
}

/**
 * Verifies a draft: lines cite existing blocks that support them, quotes are verbatim, and repeats are dropped. The
 * rules and a second read of the source correct or drop statements.
 *
 * @returns null if too little of the draft is left for a summary
 */
export async function verifyPage(run: Run, draft: Draft, budget: Budget): Promise<SummaryPage | null> {
  const source = await run.source()
  const { kind, flags } = draft
  const check: Check = { run, source, kind, budget }
  const page = openPage(source, draft, expectantKinds.has(kind))
  const orders = findPromptInjections(source.blocks)
  if (orders.found) rejectObeying(check, page, orders)
  const mostQuotes = kind !== null && unquotedKinds.has(kind) ? 0 : budget.lengths.quotes
  const quotesBeside = (repeats: Repeats) => verifyQuotes(source, draft.quotes, mostQuotes, orders, repeats)
  const shownQuotes = quotesBeside(rejectRepeats(check, page))
  // The last partial may end in mid-sentence and would be shown until verification ends.
  run.emit({
    type: 'partial',
    page: { ...pageOf(draft), quotes: shownQuotes.map(({ text, speaker }) => ({ text, speaker })) },
  })
  applyRules(check, page)
  const summaryWords = wordsOf(page.summary)
  const claims = claimsOf(linesOf(page))
  const report = (done: number): void =>
    run.emit({ type: 'progress', progress: { stage: 'checking', done, total: claims.length } })
  report(0)
  const verdicts = run.secondRead ? await readAgain(run, { ...check, claims }) : null
  settle(check, claims, verdicts)
  const lead = await settleGist(check, page, verdicts !== null)
  report(claims.length)
  if (lead === null) return null
  // Corrections and a new lead may repeat other lines.
  const repeats = rejectRepeats(check, { ...page, ...lead })
  const takeaways = lead.takeaways.flatMap((line) => {
    const citations = cite(check, line)
    return citations.length === 0 ? [] : [{ label: line.label, text: textOf(line), citations }]
  })
  const left = wordsOf(page.summary)
  const isRuin =
    (takeaways.length === 0 && budget.lengths.takeaways.least > 1) ||
    (summaryWords >= SHORT_WORDS && left < summaryWords * MIN_LEFT)
  if (isRuin) return null
  const gist = { text: textOf(lead.gist), citations: cite(check, lead.gist) }
  const paragraphs = page.summary.filter((line) => textOf(line) !== '')
  const quotes = quotesBeside(repeats)
  const build = (parts: readonly Part[]): PagePart[] => parts.flatMap((part) => buildPart(check, part))
  const verifiedParts = build(page.parts)
  const isAdvanced = countWords(partsAsText(verifiedParts)) >= (budget.lengths.parts?.least ?? 0) * MIN_PARTS
  const parts = isAdvanced ? verifiedParts : []
  const missingQuotes = run.options.advanced ? quoteNotices(source.blocks, quotes) : []
  const notices: Record<PageNotice, boolean> = {
    short_source: run.options.advanced && run.document.words < MIN_ADVANCED_WORDS,
    advanced_missing: budget.lengths.parts !== null && parts.length === 0,
    too_few_sentences: false,
    no_quotes: missingQuotes.includes('no_quotes'),
    no_notable_quotes: missingQuotes.includes('no_notable_quotes'),
    instructions_in_source: orders.found || (verdicts?.obeying.size ?? 0) > 0,
    fiction_extracts: false,
  }
  return {
    kind,
    flags,
    gist,
    keyParts: build(page.keyParts),
    takeaways,
    summary: boundSummary(
      gist,
      paragraphs.map((line) => ({ text: textOf(line), citations: cite(check, line) })),
      run.options.maxWords,
    ),
    parts,
    quotes,
    notices: pageNotices.filter((notice) => notices[notice]),
    check: verdicts === null ? 'rules' : 'second_read',
    ...(verdicts !== null && verdicts.read < claims.length
      ? { partlyRead: { read: verdicts.read, all: claims.length } }
      : {}),
  }
}
