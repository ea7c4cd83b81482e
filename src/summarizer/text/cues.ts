import tables from './cues.json' with { type: 'json' }

/** Whole words or phrases of a table in any of its languages. */
const phrases = (lists: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${lists.join('|')})(?![\\p{L}\\p{M}])`, 'giu')
const wholly = (list: string): RegExp => new RegExp(`^(?:${list})$`, 'iu')

const selfClaims = new RegExp(`^(?:${tables.selfClaims.join('|')})(?!\\p{L})|^(?:${tables.unspacedSelfClaims})`, 'iu')
const ownFindings = phrases(tables.ownFindings)
/** Alternatives of a pattern that finds conjunctions: "if|unless|…". */
export const conjunctions: string = tables.conjunctions
const sums = new RegExp(`^(?:${tables.sums})(?!\\p{L})`, 'iu')
const results = new RegExp(`^${tables.results}(?!\\p{L})`, 'iu')
const findings = phrases([...tables.claims, ...tables.findings])
const unspacedFindings = new RegExp(tables.unspacedFindings, 'gu')
const decisions = phrases(tables.decisions)
const purposes = phrases([tables.purposes])
const topics = phrases([tables.purposes, ...tables.topics])
const welcomes = phrases([tables.welcomes])
const greetings = phrases([tables.greetings])
const recaps = phrases([tables.recaps])
const courtesies = phrases(tables.courtesies)
const invitations = phrases(tables.invitations)
const unspacedInvitations = new RegExp(tables.unspacedInvitations, 'u')
const repealed = phrases([tables.repealed])
const provisions = new RegExp(tables.provisions, 'iu')
const scenes = new RegExp(`^["“„«]?(?:${tables.scenes})(?!\\p{L})`, 'iu')
const procedures = new RegExp(`^(?:${tables.procedures})(?!\\p{L})`, 'iu')
const doubts = new RegExp(`^(?:${tables.doubts})(?!\\p{L})`, 'iu')
const presenting = new RegExp(`^(?:${tables.presenting})(?!\\p{L})|^(?:${tables.unspacedPresenting})`, 'iu')
const chairs = phrases([tables.chairs])
const announcements = new RegExp(`(?<!\\p{L})${tables.announcements}`, 'iu')
const salutations = new RegExp(`^(?:${tables.salutations}) `, 'iu')
const turns = new Map(
  Object.entries(tables.turns).map(([language, words]) => [
    language,
    new RegExp(`^["“„«]?(?:${words})(?![\\p{sc=Latn}\\p{sc=Cyrl}])`, 'iu'),
  ]),
)
const concessions = new RegExp(`^["“„«]?(?:${tables.concessions})(?!\\p{L})`, 'iu')
/** Figures in speech without a unit: "at 16 or 18". */
const bareFigure = /(?<![\p{L}\p{N}.,$£€-])\d{1,3}(?=[.,;]? (?:or|and) \d|[.;]?$|[,;] )/u
const pointing = phrases([tables.pointing])
const [strong, weak, abstracts, plain, claimed, firstChapters, credits] = [
  tables.strongHeadings,
  tables.weakHeadings,
  tables.abstracts,
  tables.plainHeadings,
  tables.claimHeadings,
  tables.firstChapters,
  tables.creditHeadings,
].map(wholly)

const count = (text: string, pattern: RegExp, most: number): number =>
  Math.min(most, Array.from(text.matchAll(pattern)).length)

const figure = /\p{N}/u

/** Value of the cues that a sentence states a result, reason, duty or figure, from 0 to 1. */
export function findingCue(text: string): number {
  const found = count(text, findings, 2) + count(text, unspacedFindings, 2)
  return Math.min(2, found) * 0.35 + (figure.test(text) ? 0.3 : 0)
}

/** Whether a sentence states what its authors found or made, so that "we" and "our" are clear: "In tests, we find …". */
export const isOwnFinding = (text: string): boolean => text.search(ownFindings) !== -1

/** Whether a sentence sums up its source: "In sum, the claim is wrong." */
export const sumsUp = (text: string): boolean => sums.test(text)

/** A sentence without the words by which it sums up: "The claim is wrong." */
export const withoutSum = (text: string): string =>
  text.replace(sums, '').replace(/^[,:\s]*\p{L}/u, (start) => start.replace(/[,:\s]+/u, '').toUpperCase())

/** Whether a sentence opens with a study or its authors and what they found: "The study found that …". */
export const reportsResult = (text: string): boolean => results.test(text)

/** Whether a sentence opens by saying what its own source does or is for: "This report examines …". */
export const isSelfClaim = (text: string): boolean => selfClaims.test(text)

/** Value of the cues that someone decides, promises or demands something, from 0 to 1. */
export const decisionCue = (text: string): number => count(text, decisions, 2) * 0.35 + (figure.test(text) ? 0.3 : 0)

/** Value of the cues that someone says what a meeting is about, from 0 to 1. */
export const purposeCue = (text: string): number => count(text, purposes, 2) * 0.5

/** Value of the cues that someone names a topic of a meeting, from 0 to 1. */
export const topicCue = (text: string): number => count(text, topics, 2) * 0.5

/** Words of a greeting in writing; a longer sentence that begins like one says more: "Welcome to Velm, a town of …". */
const GREETING_WORDS = 8

/** Whether a sentence greets, thanks or leads through a meeting without saying what it is about. */
export const isCourtesy = (text: string, words: number, spoken: boolean): boolean =>
  (spoken || words < GREETING_WORDS) &&
  text.search(courtesies) !== -1 &&
  (text.search(spoken ? topics : purposes) === -1 || text.search(greetings) !== -1)

/** Whether a speaker goes through what an earlier meeting decided. */
export const isRecap = (text: string): boolean => text.search(recaps) !== -1

/** Whether a sentence welcomes those who are at a meeting. */
export const isWelcome = (text: string): boolean => text.search(welcomes) !== -1

/** Whether a sentence asks the reader to do something with the page, or speaks about its other parts. */
export const isInvitation = (text: string): boolean => text.search(invitations) !== -1 || unspacedInvitations.test(text)

/** Whether a sentence reports that a provision is no longer in force. */
export const isRepealed = (text: string): boolean => text.search(repealed) !== -1

/** Whether a sentence opens a source by pointing at it: "This is …", "Here are …". */
export const presentsSource = (text: string): boolean => presenting.test(text)

/** Whether a paragraph opens like a provision of a law or contract: "§ 3", "Article 5". */
export const isProvision = (text: string): boolean => provisions.test(text)

/** Whether a sentence opens with a scene or a condition, as leads do that keep their point for later. */
export const isScene = (text: string): boolean => scenes.test(text)

/**
 * Whether a sentence of a meeting only leads through it, or says what its speaker thinks.
 * @param isTopic whether it names a topic, which is what it may lead to
 */
export const isProcedure = (text: string, isTopic: boolean): boolean => (isTopic ? doubts : procedures).test(text)

/** Whether a line is the salutation of a letter: "Dear members of the board:". */
export const isSalutation = (text: string): boolean => salutations.test(text)

export const isChair = (speaker: string): boolean => speaker.search(chairs) !== -1

const foldHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/^(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivx]{1,5})?[.):\s]+(?=\p{L})/u, '')
    .slice(0, 120)
    .replace(/[\s.:]{1,9}$/u, '')

/** What its heading says of a section: results and summaries rank high, methods and related work low. */
export function headingRank(title: string | null): number {
  const heading = foldHeading(title ?? '')
  if (strong?.test(heading) === true) return 1
  return weak?.test(heading) === true ? -1 : 0
}

export const isAbstract = (title: string | null): boolean => abstracts?.test(foldHeading(title ?? '')) === true

/** Whether a heading is that of a book's first chapter. */
export const isFirstChapter = (title: string | null): boolean => firstChapters?.test((title ?? '').trim()) === true

/** Whether what is under a heading is only what others claim, as in a check of facts: "Claim". */
export const isClaimed = (title: string | null): boolean => claimed?.test(foldHeading(title ?? '')) === true

/** Whether a heading is a byline or credit. */
export const isCredit = (title: string): boolean => credits?.test(title.trim()) === true

/** Whether a heading says nothing about what is under it. */
const isPlainHeading = (title: string): boolean =>
  [plain, strong, weak].some((pattern) => pattern?.test(foldHeading(title)) === true)

/** Whether a sentence announces the next ones, "Scientists see two causes.", or grants something that they contradict: "In theory …". */
export const needsNext = (text: string): boolean => announcements.test(text) || concessions.test(text)

/** Whether a sentence overturns the one before it: "Now research shows the opposite." */
export const isTurn = (text: string, language: string): boolean => turns.get(language)?.test(text) === true

/** Whether a sentence of a talk has words that refer to something said or shown before, or figures without a unit. */
export const pointsInTalk = (text: string): boolean => text.search(pointing) !== -1 || bareFigure.test(text)

const MAX_LABEL = { words: 6, characters: 48 }

/** The words of a title between spaces, so that whole ones are found in it: "Port" isn't in "Report". */
const wordsOnly = (title: string): string => ` ${(title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `

/** A heading without its number, as the label of a line under it; empty if it says too little or too much for one. */
export function headingLabel(heading: string, all: readonly (string | null)[], documentTitle: string): string {
  // "B. Repair" is numbered where a heading has "A."; "S. Korea" is a name.
  const letter = all.some((other) => other?.startsWith('A. ')) ? /^\p{Lu}\.\s+(?=\P{Ll})/u : ''
  const label = heading
    .replace(/\[[^\]]{0,40}\]/gu, ' ')
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/^(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[IVXLC]{1,6}[.)](?=\s\P{Ll})|\(?\p{L}\))\s+/u, '')
    .replace(letter, '')
    .replace(/[\s:.]{1,9}$/u, '')
  const isLabel =
    /\p{L}{2}/u.test(label) &&
    label.length <= MAX_LABEL.characters &&
    label.split(' ').length <= MAX_LABEL.words &&
    !/[?？!]$/u.test(label) &&
    !isPlainHeading(label) &&
    !isInvitation(label) &&
    !wordsOnly(documentTitle).includes(wordsOnly(label))
  return isLabel ? label : ''
}
