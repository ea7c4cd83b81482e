import { content } from '../../../shared/content.ts'
import { retention } from '../../../shared/retention.ts'
import { salesText } from '../../../shared/sales-text.ts'
import type { TextFile } from '../exports/zip-files.ts'

/** Describes the files in the archive of a user's data. @param hasBilling whether it contains those about billing */
export function readme(now: Date, hasBilling: boolean): TextFile {
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
                            and your invoices; we don't.
{/prices}
shared-links.json           Summaries that you share by a public link.
model-usage.json            Tokens of language models that your summaries
                            took, day by day, for the last two months.
feature-suggestions.json    Your suggestions.

Not included: the files you uploaded, which are deleted once they are read,
or after ${retention.unusedUploadHours} hours; the text that was read for an unfinished summary,
which is deleted after ${retention.checkpointHours} hours; and summaries you deleted a moment ago,
which are permanently deleted within ${retention.deletedSummaryMinutes} minutes.

Questions? Write to ${content.supportEmail}.
`
  return { name: 'README.txt', text: salesText(text, hasBilling).replaceAll('\n', '\r\n') }
}
