import { type ReactNode, useState } from 'react'
import { ApiError, isUnauthorized, reasonOf, retryTime } from '../lib/api/client.ts'
import { cn } from '../lib/cn.ts'

interface AlertProps {
  /** Screen readers announce `bad` immediately, and `note` when they are idle. */
  tone: 'note' | 'bad'
  className?: string
  children: ReactNode
}

/** A message within a page. Its content must be phrasing content, without paragraphs. */
export function Alert({ tone, className, children }: AlertProps) {
  const box =
    children === null ? null : (
      <span
        role={tone === 'bad' ? 'alert' : undefined}
        className={cn(
          'block animate-fade rounded-control border px-4 py-3 text-sm wrap-anywhere',
          tone === 'bad' ? 'border-bad/40 bg-bad-wash text-ink' : 'border-line bg-sunk text-ink',
          className,
        )}
      >
        {children}
      </span>
    )
  // A live region must exist before its content, or screen readers don't announce it.
  return tone === 'bad' ? box : <output className="block">{box}</output>
}

interface FailureLineProps {
  error: Error
  /** Reason if the server sent none. */
  fallback?: string | undefined
  /** Reason if the server did not respond, in place of the usual one. */
  noAnswer?: string | undefined
}

function Line({ error, fallback, noAnswer }: FailureLineProps) {
  const [wait] = useState(() => retryTime(error, new Date()))
  const reason = noAnswer === undefined || error instanceof ApiError ? reasonOf(error, fallback) : noAnswer
  return (
    <Alert tone="bad">
      {reason}
      {wait === null ? null : <> {wait}</>}
    </Alert>
  )
}

interface Props extends Omit<FailureLineProps, 'error'> {
  error: Error | null
  className?: string
}

/** Why a request failed, and when to try again. SessionExpiry announces an expired session. */
export function FailureLine({ error, className, ...words }: Props) {
  if (error === null || isUnauthorized(error)) return null
  return (
    <div className={className}>
      <Line error={error} {...words} />
    </div>
  )
}

interface MailNoteProps {
  /** Response with the emailed link, which is included in development only; null before the request. */
  answer: { message: string; url?: string | undefined } | null
  label: string
  className: string
}

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
