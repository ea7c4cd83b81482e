import { content } from '../../../shared/content.ts'
import { retention } from '../../../shared/retention.ts'
import type { DataFile } from '../../db/data-files.ts'

/** What is what in an archive of a person's data, in plain words. */
export function readMe(now: Date): DataFile {
  const day = now.toISOString().slice(0, 10)
  const text = `Your data at ${content.productName}
${'='.repeat(`Your data at ${content.productName}`.length)}

This is all that ${content.productName} kept about you on ${day}.
Times are in UTC. Files that end in .json open in any text editor; those
that end in .md are Markdown and open in any text editor, too.

profile.json                Who you are here: your name, addresses and
                            picture, how you sign in, your plan and what
                            you have used of it. Your password is not kept,
                            only a number made from it, which is left out.
sessions.json               The browsers you were signed in with.
summaries/                  Your summaries, the oldest first: each one as
                            .md to read, and as .json with all that is kept
                            of it. They hold what your plan includes today.
summaries.json              A list of them, and which language models were
                            used for each.
uploads.json                Files you have sent that were not read yet.
cancellation-requests.json  What you wrote to cancel a subscription, and the
                            answer.
plan-changes.json           Plans that we gave you or took back by hand.
payment-events.json         That the payment provider told us of something
                            about you: what kind, and when. Your card and
                            your invoices are kept there, not here.
feature-suggestions.json    What you suggested.

Not in here: the files you uploaded, which are deleted as soon as they are
read or after ${retention.unusedUploadHours} hours; the text that was read for a summary that is not
finished, which is deleted after ${retention.keptWorkHours} hours; and summaries you deleted a
moment ago, which are gone for good within ${retention.deletedSummaryMinutes} minutes.

Questions? Write to ${content.supportEmail}.
`
  return { name: 'README.txt', text: text.replaceAll('\n', '\r\n') }
}
