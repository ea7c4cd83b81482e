import type { MailAnswer } from '../../../shared/accounts.ts'
import { Alert } from '../../components/alert.tsx'

interface MailAnswerNoteProps {
  /** Null before it was asked for. */
  answer: MailAnswer | null
  className?: string
}

/** What came of asking for a mail; where no mail is sent, in development, with the link that would stand in it. */
export function MailAnswerNote({ answer, className }: MailAnswerNoteProps) {
  return (
    <Alert tone="note" className={className}>
      {answer === null ? null : (
        <>
          {answer.message}
          {answer.url === undefined ? null : (
            <span className="mt-2 block border-t border-line pt-2 text-ink-soft">
              Development URL:{' '}
              <a href={answer.url} className="text-ink underline underline-offset-3">
                {answer.url}
              </a>
            </span>
          )}
        </>
      )}
    </Alert>
  )
}
