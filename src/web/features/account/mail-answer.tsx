import type { MailAnswer } from '../../../shared/accounts.ts'

/** What came of asking for a mail; where no mail is sent, in development, with the link that would stand in it. */
export function MailAnswerNote({ answer }: { answer: MailAnswer }) {
  return (
    <output className="block border-l-2 border-line-strong pl-4.5 text-sm">
      {answer.message}
      {answer.url === undefined ? null : (
        <>
          <span className="mt-2 block text-ink-soft">No mail server is set up here, so this is the link:</span>
          <a href={answer.url} className="mt-0.5 block text-ink underline underline-offset-3 wrap-anywhere">
            {answer.url}
          </a>
        </>
      )}
    </output>
  )
}
