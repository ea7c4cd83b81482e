import { Alert } from './alert.tsx'

interface MailNoteProps {
  /** Response with the emailed link, which is included in development only; null before the request. */
  answer: { message: string; url?: string | undefined } | null
  /** Label of the URL. */
  label: string
  className: string
}

/** Response to a request for an email; in development, with the link that the email would contain. */
export function MailNote({ answer, label, className }: MailNoteProps) {
  return (
    <Alert tone="note" className={className}>
      {answer === null ? null : (
        <>
          {answer.message}
          {answer.url === undefined ? null : (
            <span className="mt-2 block border-t border-line pt-2 text-ink-soft">
              {label}:{' '}
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
