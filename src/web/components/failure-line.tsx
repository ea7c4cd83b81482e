import { useState } from 'react'
import { ApiError, isUnauthorized, reasonOf } from '../lib/api/api-error.ts'
import { retryTime } from '../lib/api/retry-time.ts'
import { Alert } from './alert.tsx'

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
