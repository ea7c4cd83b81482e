import { retention } from '../../../shared/account/retention.ts'
import { content } from '../../../shared/content.ts'
import { AppError } from '../../../shared/errors.ts'
import { hasPrices, heldPlan } from '../../../shared/plans/catalogue.ts'
import { salesText } from '../../../shared/sales-text.ts'
import type { Context, Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { planChangesOf } from '../../plans/plan-changes-repo.ts'
import { emailLinksOf } from '../accounts/email/email-links-repo.ts'
import { findSessionById, sessionsOfUser } from '../accounts/session/sessions-repo.ts'
import { tokensOf } from '../accounts/tokens/tokens-repo.ts'
import { findUserById } from '../accounts/users-repo.ts'
import { cancellationRequestsOf, paymentEventsOf } from '../billing/repo.ts'
import { numberedName } from '../exports/file-names.ts'
import { summaryToMarkdown } from '../exports/summary-to-markdown.ts'
import { jsonFile, type PackedFile, textFile, zipFiles } from '../exports/zip-files.ts'
import { questionsOf } from '../questions/presenter.ts'
import { sharesOf } from '../sharing/repo.ts'
import { suggestionsOf } from '../suggestions/repo.ts'
import { modelUsageOf } from '../summaries/model-usage-repo.ts'
import { rightsOf, toSummary } from '../summaries/presenter.ts'
import { type ListPosition, summariesAfter } from '../summaries/repo.ts'
import { findSourceBlocks } from '../summaries/source-repo.ts'
import { uploadsOf } from '../uploads/repo.ts'

/** Describes the files in the archive of a user's data. @param hasBilling whether it contains those about billing */
function readme(now: Date, hasBilling: boolean): PackedFile {
  const day = now.toISOString().slice(0, 10)
  const text = `Your data at ${content.productName}
${'='.repeat(`Your data at ${content.productName}`.length)}

This is everything that ${content.productName} stored about you on ${day}.
Times are in UTC. Files ending in .json, and those ending in .md (Markdown),
open in any text editor.

profile.json                Your name, email addresses and picture, how you
                            sign in,{prices} your plan{/prices} and your usage. We store only
                            a hash of your password, which is left out.
sessions.json               The browsers you were signed in with.
api-tokens.json             Your API tokens. We store only a hash of each,
                            which is left out.
summaries/                  Your summaries, oldest first: each one as .md to
                            read, as .json with everything stored about it,
                            and as .txt with the text that was summarized.
{prices}
                            They contain what your plan includes today.
{/prices}
summaries.json              A list of them, with the language models that
                            were used for each.
uploads.json                Files you uploaded that were not read yet.
{prices}
cancellation-requests.json  Your requests to cancel a subscription, and our
                            answers.
plan-changes.json           Plans that we gave you or removed manually.
payment-events.json         Type and time of each event that the payment
                            provider sent us about you. It stores your card
                            and your invoices; we don’t.
{/prices}
questions.json              Your questions with their answers, oldest first:
                            about one source, or about all of them.
shared-links.json           Summaries that you share by a public link.
model-usage.json            Tokens of language models that your summaries
                            and answers took, day by day, for the last two
                            months.
feature-suggestions.json    Your suggestions.

Not included: the files you uploaded, which are deleted once they are read,
or after ${retention.unusedUploadHours} hours; the text that was read for an unfinished summary,
which is deleted after ${retention.checkpointHours} hours; and summaries you deleted a moment ago,
which are permanently deleted within ${retention.deletedSummaryMinutes} minutes.

Questions? Write to ${content.supportEmail}.
`
  return textFile('README.txt', salesText(text, hasBilling).replaceAll('\n', '\r\n'))
}

const SESSION_CHECK_MS = 500

/** JSON file of rows, with some of their columns. */
function rowsFile<T extends object>(name: string, rows: readonly T[], ...columns: (keyof T & string)[]): PackedFile {
  return jsonFile(
    name,
    rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))),
  )
}

/** The user's row without the hashes of their password and of their reset token. */
async function profileOf(db: Db, userId: string) {
  const user = await findUserById(db, userId)
  if (user === undefined) return null
  const { password, resetToken: _resetToken, ...rest } = user
  const emailLinks = await emailLinksOf(db, userId)
  return {
    ...rest,
    hasPassword: password !== null,
    emailLinks: emailLinks.map(({ purpose, email, createdAt, expiresAt }) => ({
      purpose,
      email,
      createdAt,
      expiresAt,
    })),
  }
}

/**
 * Everything stored about a user. Columns are listed, so that a new one is not exported by accident. Reads page by page
 * rather than in one transaction, which would stay open for as long as the download takes.
 */
async function* filesOf(context: Context, userId: string): AsyncGenerator<PackedFile> {
  const { db, clock, catalogue } = context
  const requests = await cancellationRequestsOf(db, userId)
  const events = await paymentEventsOf(db, userId)
  const planChanges = await planChangesOf(db, userId)
  // Without prices, only what remains from a time with them.
  const hasBilling = hasPrices(catalogue) || requests.length + events.length + planChanges.length > 0
  yield readme(clock.now(), hasBilling)
  const profile = await profileOf(db, userId)
  if (profile !== null) yield jsonFile('profile.json', profile)
  const sessions = await sessionsOfUser(db, userId)
  const times = ['createdAt', 'lastSeenAt', 'authenticatedAt', 'expiresAt'] as const
  yield rowsFile('sessions.json', sessions, 'id', 'userAgent', ...times)
  const tokens = await tokensOf(db, userId)
  yield rowsFile('api-tokens.json', tokens, 'id', 'name', 'scopes', 'ending', 'createdAt', 'lastUsedAt')
  const uploads = await uploadsOf(db, userId)
  const file = ['fileName', 'fileType', 'bytes', 'declaredBytes', 'sha256'] as const
  yield rowsFile('uploads.json', uploads, 'id', ...file, 'state', 'createdAt')
  if (hasBilling) {
    const answer = ['status', 'createdAt', 'processedAt', 'answer'] as const
    yield rowsFile('cancellation-requests.json', requests, 'id', 'reason', ...answer)
    yield jsonFile('payment-events.json', events)
    // Without the name of the operator.
    yield rowsFile('plan-changes.json', planChanges, 'fromPlan', 'toPlan', 'expiresAt', 'reason', 'createdAt')
  }
  yield jsonFile('questions.json', await questionsOf(db, userId))
  yield jsonFile('shared-links.json', await sharesOf(db, userId))
  yield jsonFile('model-usage.json', await modelUsageOf(db, userId))
  const suggestions = await suggestionsOf(db, userId)
  const suggestion = ['featureType', 'description', 'priority', 'createdAt'] as const
  yield rowsFile('feature-suggestions.json', suggestions, 'id', ...suggestion)
  yield* summaryFiles(context, userId)
}

/** @throws AppError `unauthorized` when the session has ended */
async function checkSession(db: Db, sessionId: string): Promise<void> {
  if ((await findSessionById(db, sessionId)) === undefined) throw new AppError('unauthorized', 'Unauthorized')
}

async function* whileSignedIn(
  context: Context,
  { userId, sessionId, signal }: { userId: string; sessionId: string; signal: AbortSignal },
): AsyncGenerator<PackedFile> {
  let checkAt = performance.now() + SESSION_CHECK_MS
  for await (const file of filesOf(context, userId)) {
    signal.throwIfAborted()
    if (performance.now() >= checkAt) {
      await checkSession(context.db, sessionId)
      checkAt = performance.now() + SESSION_CHECK_MS
    }
    yield file
  }
  // Rows may have been deleted while they were read; then the archive must not be finished as if it were complete.
  await checkSession(context.db, sessionId)
}

/**
 * Creates a zip archive of everything stored about a user, while it is read.
 * @throws AppError `unauthorized` when the session ends meanwhile; the archive is incomplete then
 */
export function exportUserData(context: Context, request: { userId: string; sessionId: string; signal: AbortSignal }) {
  return zipFiles(whileSignedIn(context, request))
}

/** Rows per query: a summary with all its source locations may have 100 KB. */
const PAGE_ROWS = 50
/** Three files each: a zip archive has at most 65,535. */
const MAX_SINGLE_SUMMARIES = 20_000

async function* pagesOf({ db }: Context, userId: string): AsyncGenerator<SummaryRow[]> {
  let after: ListPosition | null = null
  for (;;) {
    const rows: SummaryRow[] = await summariesAfter(db, userId, after, PAGE_ROWS)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

/** The source of a summary as text; null if it isn't kept. */
async function sourceText({ db }: Context, row: SummaryRow | undefined): Promise<string | null> {
  const blocks = row === undefined ? null : await findSourceBlocks(db, row.sourceId)
  return blocks === null ? null : `${blocks.map(({ text }) => text).join('\n\n')}\n`
}

/**
 * All summaries of a user, oldest first, as JSON and as Markdown with the text of their sources, and a list of them. As
 * on every route, content that the user's current plan does not include is left out.
 * @param maxSingle summaries that get files of their own; later ones share files, page by page
 */
export async function* summaryFiles(context: Context, userId: string, maxSingle = MAX_SINGLE_SUMMARIES) {
  const list: string[] = []
  let number = 0
  for await (const rows of pagesOf(context, userId)) {
    const user = await findUserById(context.db, userId)
    if (user === undefined) return
    const rights = rightsOf(context.catalogue, heldPlan(user, context.clock.now()))
    const sharedFile = number + rows.length > maxSingle ? `summaries/${number + 1}-to-${number + rows.length}` : null
    const entries = rows.map((row) =>
      Object.assign(toSummary(row, rights), { usage: row.usage ?? [], sent: row.input }),
    )
    for (const [index, entry] of entries.entries()) {
      number += 1
      const file = sharedFile ?? `summaries/${numberedName(number, entry.title)}`
      const { id, title, originalUrl, contentType, status, createdAt, usage } = entry
      list.push(JSON.stringify({ file, id, title, originalUrl, contentType, status, createdAt, usage }))
      if (sharedFile !== null) continue
      yield jsonFile(`${file}.json`, entry)
      yield textFile(`${file}.md`, summaryToMarkdown(entry))
      const source = await sourceText(context, rows[index])
      if (source !== null) yield textFile(`${file} (source).txt`, source)
    }
    if (sharedFile !== null) {
      yield jsonFile(`${sharedFile}.json`, entries)
      yield textFile(`${sharedFile}.md`, entries.map((entry) => summaryToMarkdown(entry)).join('\n'))
      const sources: string[] = []
      for (const row of rows) {
        const source = await sourceText(context, row)
        if (source !== null) sources.push(`# ${row.title}\n\n${source}`)
      }
      if (sources.length > 0) yield textFile(`${sharedFile} (sources).txt`, sources.join('\n'))
    }
  }
  yield textFile('summaries.json', `[\n${list.join(',\n')}\n]\n`)
}
