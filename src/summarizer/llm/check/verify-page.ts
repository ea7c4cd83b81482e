import type { Block } from '../../../shared/document.ts'
import type { Citation, CitedText } from '../../../shared/summary/citation.ts'
import { advancedText } from '../../../shared/summary/partial-page.ts'
import { MIN_ADVANCED_WORDS } from '../../../shared/summary/short-source.ts'
import { type PageNotice, type PagePart, pageNotices, type SummaryPage } from '../../../shared/summary/summary-page.ts'
import { countWords } from '../../../shared/text/words.ts'
import { citationOf } from '../../citations.ts'
import { quoteNotices } from '../../quote-notices.ts'
import { boundWords, wholeSentences } from '../../text/cut-text.ts'
import { words } from '../../text/tokens.ts'
import { contentOf, passageOf } from '../../verification/passages.ts'
import { injectionsIn } from '../../verification/prompt-injection.ts'
import { citationsOf, inSourceOrder, type SourceText } from '../../verification/source-text.ts'
import { citationsBySentence, MAX_BLOCKS, pickSupport } from '../../verification/supporting-blocks.ts'
import type { Budget } from '../budget.ts'
import { type Draft, MAX_GIST_WORDS, placeDetails } from '../draft.ts'
import { unquotedKinds } from '../page-rules.ts'
import { toPlainLine } from '../plain-text.ts'
import type { Run } from '../run.ts'
import { pageOf } from '../write-page.ts'
import { draftWithoutFalseMarks } from './quotations.ts'
import { verifyQuotes } from './quotes.ts'
import { checkRepeats, readRepeats } from './repeats.ts'
import { type Comparison, checkFacts, checkInjections, checkTitles } from './rules.ts'
import { askForGist, claimsOf, readAgain, verdictsOf } from './second-read.ts'
import { cellsOf, type Line, lineOf, linesOf, openPage, type Page, type Part, textOf, withLabel } from './statements.ts'
import { applyVerdicts, type Check, type Verdict } from './verdicts.ts'

/** Share of a summary's words that verification must leave. */
const MIN_LEFT = 0.4
/** Summaries of fewer words are never rejected for what verification removes. */
const SHORT_WORDS = 80
/** Share of the planned words that the advanced parts must have after verification. */
const MIN_PARTS = 0.15

/** The checks by rules. Each sees the whole page as it was written, so that their order doesn't matter. */
export const ruleChecks: readonly Check[] = [checkInjections, checkRepeats, checkTitles, checkFacts]

/** Inputs that all steps share. */
interface Verification {
  run: Run
  source: SourceText
  budget: Budget
}

/**
 * Examines a page by rules: what they found, the page that the second read sees, and its claims. The second read decides
 * about unsupported statements.
 */
export function examine(page: Page, source: SourceText, checks: readonly Check[] = ruleChecks) {
  const found = checks.flatMap((check) => check(page, source))
  const asked = applyVerdicts(
    page,
    found.filter(({ verdict }) => verdict !== 'unsupported'),
  )
  return { page, found, asked, claims: claimsOf(linesOf(asked), found, page.language) }
}

/** The page after a second read of its statements, or by rules alone if that is off or fails. */
export async function settle(
  { run, source, budget }: Verification,
  { page, found, asked, claims }: ReturnType<typeof examine>,
) {
  const { kind, language } = page
  const read = run.secondRead ? await readAgain(run, { source, claims, kind, budget }) : null
  const verdicts = [...found, ...(read === null ? [] : verdictsOf(read, claims, { source, language }, run.leaks))]
  // A statement that the rules kept from a second read stays away, even if it repeats a line that the second read rejects.
  return { page: applyVerdicts(read === null ? page : asked, verdicts), verdicts, read }
}

/** Whether verdicts leave the sentence that a lead begins with: the next ones may refer to it ("According to him …"). */
function leaveLead(page: Page, verdicts: readonly Verdict[]): boolean {
  const gist = { ...page.gist, statements: page.gist.statements.slice(0, 1) }
  return applyVerdicts({ ...page, gist }, verdicts).gist.statements.length > 0
}

/** The page with a new lead in place of a rejected one: a verified one if possible, else its best takeaway. */
async function withNewLead(verification: Verification, page: Page, isReadAgain: boolean): Promise<Page | null> {
  const [best, ...others] = page.takeaways
  // A short source may have no takeaways: what is left of the lead is its page.
  if (best === undefined) return page.gist.statements.length > 0 ? page : null
  const { run, source, budget } = verification
  const claims = claimsOf([...page.keyParts.flatMap(({ lines }) => lines), ...page.takeaways, ...page.summary])
  const drafted = await askForGist(run, { source, claims, kind: page.kind, budget })
  const text = drafted && wholeSentences(toPlainLine(drafted.text, run.leaks), budget.lengths.gist)
  if (drafted && text && countWords(text) <= MAX_GIST_WORDS) {
    const gist = lineOf('prose', text, { citations: citationsOf(source, drafted.blocks) })
    const alone = { ...page, title: lineOf('title', ''), gist, keyParts: [], takeaways: [], summary: [], parts: [] }
    const examined = examine(alone, source)
    const settled = examined.found.length === 0 ? await settle(verification, examined) : null
    const isSettled = settled !== null && settled.page.gist.statements.length > 0
    if (isSettled && isReadAgain === (settled.read !== null)) return { ...page, gist: settled.page.gist }
  }
  return { ...page, gist: best, takeaways: others }
}

/** Maximum citations of a line. */
const MAX_CITATIONS = 8

/** Whether a block is a turn of speech of someone with a word of a name; null if it is no turn. */
function isSpokenBy({ blocks, blockAt, first, labels }: SourceText, { id, text }: Block, name: string): boolean | null {
  const at = blockAt.get(id) ?? blocks.length
  if (!labels.has(first[at] ?? -1)) return null
  const speaker = new Set(words(text.slice(0, Math.max(0, text.search(/[:：]/u)))))
  return words(name).some((word) => speaker.has(word))
}

/** Blocks that support a line, each with the text that it supports: the best one of each sentence, then the second ones. */
function supportOf(
  { source, language }: Comparison,
  { statements, citations, blocks, label }: Line,
  accepted: ReadonlySet<string>,
): ReadonlyMap<Block, string> {
  // A speaker's position rests on what they say, not on what others answer.
  const isSpeaker = blocks.some((block) => isSpokenBy(source, block, label.text) === true)
  const isOfOther = (block: Block): boolean =>
    isSpeaker && !blocks.includes(block) && isSpokenBy(source, block, label.text) === false
  const bySentence = citationsBySentence(
    source,
    statements.map(({ text }) => text),
    citations,
  )
  const ranked = statements.map(({ text, evidence }, at) => {
    // Those that the second read saw beside the statement stay, though they share only a word with it.
    const most = accepted.has(text) ? MAX_CITATIONS : MAX_BLOCKS
    const cited = [...(bySentence[at] ?? citations), ...evidence.map((block) => [block])]
    const picked = pickSupport(source, text, cited, language, most).filter((block) => !isOfOther(block))
    return { text, supporting: [...new Set([...picked, ...evidence])].slice(0, most) }
  })
  const supported = new Map<Block, string>()
  for (let rank = 0; rank < MAX_CITATIONS; rank += 1) {
    for (const { text, supporting } of ranked) {
      const block = supporting[rank]
      if (block === undefined || (supported.size === MAX_CITATIONS && !supported.has(block))) continue
      supported.set(block, `${supported.get(block) ?? ''} ${text}`)
    }
  }
  return supported
}

/**
 * The blocks that the model gives for a line that the second read accepted, with those that support it: a sentence with a
 * pronoun or synonym may share no word with its block. If only other blocks support the line, these alone.
 */
function blocksOfAccepted({ statements, citations, blocks }: Line, supporting: readonly Block[]): readonly Block[] {
  if (supporting.length === 0) return blocks.slice(0, MAX_BLOCKS)
  const given = citations.flatMap((run) => (run.length === 1 ? run : []))
  if (!given.some((block) => supporting.includes(block))) return supporting
  // A line with enough citations needs no further ones, except those that the second read adds.
  const added = given.length < MAX_BLOCKS ? supporting : statements.flatMap(({ evidence }) => evidence)
  return [...given, ...added]
}

/**
 * Cited blocks without headings, whose text below supports more than they do. Those with a word or figure of the line that
 * no cited text has stay, such as the price of an offer: "LEGO set, now $243.97".
 */
function withoutRedundantHeadings(
  { source: { language } }: Comparison,
  cited: readonly Block[],
  line: string,
): Block[] {
  const texts = cited.filter(({ type }) => type !== 'heading')
  if (texts.length === 0) return [...cited]
  const open = contentOf(line, language).difference(contentOf(texts.map(({ text }) => text).join('\n'), language))
  return cited.filter(({ type, text }) => type !== 'heading' || !contentOf(text, language).isDisjointFrom(open))
}

/**
 * Cites the blocks that support a line, and those that the model gives for it if the second read accepted all of it.
 *
 * @param accepted statements that the second read left as they are, and its corrections
 */
export function cite(comparison: Comparison, line: Line, accepted: ReadonlySet<string> = new Set()): Citation[] {
  const { isMissingFact, blocks, statements } = line
  // A missing fact has no passage.
  if (isMissingFact && blocks.length === 0) return []
  const { source } = comparison
  const supported = supportOf(comparison, line, accepted)
  const supporting = [...supported.keys()]
  const sentences = statements.map(({ text }) => text)
  const isAccepted = sentences.length > 0 && sentences.every((text) => accepted.has(text))
  const chosen = isAccepted ? blocksOfAccepted(line, supporting) : supporting
  const cited = [...new Set(chosen)].slice(0, MAX_CITATIONS)
  return inSourceOrder(source, withoutRedundantHeadings(comparison, cited, sentences.join(' '))).map((block) =>
    citationOf(block, passageOf(block, supported.get(block) ?? sentences.join(' '), source.language)),
  )
}

/** The cells of a line; null for a row that lacks some, and for a position whose side is not in the source. */
function readCells(form: PagePart['form'], line: Line): string[] | null {
  const text = textOf(line)
  if (form === 'debate') return line.label.text === '' ? null : [line.label.text, text]
  return form === 'table' ? cellsOf(line.header, text) : [withLabel(line, text)]
}

/** A part with its title and citations; none if no line of it is left. */
function buildPart({ under, form, lines }: Part, title: string, citationsFor: (line: Line) => Citation[]): PagePart[] {
  const placed = under === undefined ? {} : { under }
  const header = lines[0]?.header.map(({ text }) => text) ?? []
  const shown = lines.flatMap((line) => {
    const cells = readCells(form, line)
    const citations = citationsFor(line)
    return cells === null || (citations.length === 0 && !line.isMissingFact) ? [] : [{ cells, citations }]
  })
  if (shown.length === 0) return []
  // One side alone is no debate.
  if (form === 'debate' && shown.length === 1)
    return [
      {
        ...placed,
        title,
        form: 'bullets',
        header,
        lines: shown.map((line) => ({ ...line, cells: [line.cells.join(': ')] })),
      },
    ]
  return [{ ...placed, title, form, header, lines: shown }]
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
  const verification = { run, source, budget }
  const unmarked = draftWithoutFalseMarks(source, draft, run.writing.tag)
  const examined = examine(openPage(source, unmarked, run.writing.tag), source)
  const { asked, claims } = examined
  const mostQuotes = kind !== null && unquotedKinds.has(kind) ? 0 : budget.lengths.quotes
  const quotesBeside = (page: Page) => verifyQuotes(source, draft.quotes, mostQuotes, readRepeats(page).told)
  // The last partial may end in mid-sentence and would be shown until verification ends.
  const shownQuotes = quotesBeside(asked).map(({ text, speaker }) => ({ text, speaker }))
  run.emit({ type: 'partial', page: { ...pageOf(draft, run.document), quotes: shownQuotes } })
  const report = (done: number): void =>
    run.emit({ type: 'progress', progress: { stage: 'checking', done, total: claims.length } })
  report(0)
  const settled = await settle(verification, examined)
  const { verdicts, read } = settled
  const led = leaveLead(examined.page, verdicts)
    ? settled.page
    : await withNewLead(verification, settled.page, read !== null)
  report(claims.length)
  if (led === null) return null
  // Corrections and a new lead may repeat other lines.
  const page = applyVerdicts(led, checkRepeats(led, source))
  const comparison = { source, language: page.language }
  const corrections = verdicts.flatMap(({ verdict, evidence }) => (verdict === 'wrong' ? [evidence] : []))
  const accepted = new Set([...claims.slice(0, read?.read ?? 0).map(({ statement }) => statement.text), ...corrections])
  const citationsFor = (line: Line): Citation[] => cite(comparison, line, accepted)
  const cited = (line: Line): CitedText => ({ text: textOf(line), citations: citationsFor(line) })
  const citedTakeaways = page.takeaways.flatMap((line) => {
    const { text, citations } = cited(line)
    return citations.length === 0 ? [] : [{ id: line.id, label: line.label.text, text, citations }]
  })
  const summaryWords = wordsOf(asked.summary)
  const isTooLittle =
    (citedTakeaways.length === 0 && budget.lengths.takeaways.least > 1) ||
    (summaryWords >= SHORT_WORDS && wordsOf(page.summary) < summaryWords * MIN_LEFT)
  if (isTooLittle) return null
  const gist = cited(page.gist)
  const quotes = quotesBeside(page)
  // Details stay under the label of their takeaway, even without it.
  const titleOf = ({ title, under }: Part): string => {
    if (under === undefined) return textOf(title)
    return [...page.takeaways, ...asked.takeaways].find(({ id }) => id === under)?.label.text ?? ''
  }
  const build = (parts: readonly Part[]): PagePart[] =>
    parts.flatMap((part) => buildPart(part, titleOf(part), citationsFor))
  const takeaways = citedTakeaways.map(({ label, text, citations }) => ({ label, text, citations }))
  const verifiedParts = placeDetails(build(page.parts), citedTakeaways)
  const isAdvanced =
    countWords(advancedText({ takeaways, parts: verifiedParts })) >= (budget.lengths.parts?.least ?? 0) * MIN_PARTS
  const parts = isAdvanced ? verifiedParts : []
  const mayHaveQuotes = run.options.advanced && (kind === null || !unquotedKinds.has(kind))
  const missingQuotes = mayHaveQuotes ? quoteNotices(source.blocks, quotes) : []
  const notices: Record<PageNotice, boolean> = {
    short_source: run.options.advanced && run.document.words < MIN_ADVANCED_WORDS,
    advanced_missing: budget.lengths.parts !== null && parts.length === 0,
    too_few_sentences: false,
    no_quotes: missingQuotes.includes('no_quotes'),
    no_notable_quotes: missingQuotes.includes('no_notable_quotes'),
    instructions_in_source: injectionsIn(source).found || verdicts.some(({ verdict }) => verdict === 'injected'),
    fiction_extracts: false,
  }
  const title = textOf(page.title)
  return {
    kind,
    flags,
    ...(title === '' ? {} : { title }),
    gist,
    keyParts: build(page.keyParts),
    takeaways,
    summary: boundSummary(gist, page.summary.map(cited), run.options.maxWords),
    parts,
    quotes,
    notices: pageNotices.filter((notice) => notices[notice]),
    check: read === null ? 'rules' : 'second_read',
    ...(read !== null && read.read < claims.length ? { partlyRead: { read: read.read, all: claims.length } } : {}),
  }
}
