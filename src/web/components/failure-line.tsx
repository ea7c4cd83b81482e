import { useState } from 'react'
import { ApiError, reasonOf } from '../lib/api/api-error.ts'
import { retryTime } from '../lib/api/retry-time.ts'
import { Alert } from './alert.tsx'

interface FailureLineProps {
  error: Error
  /** What to say where the server answered without a sentence of its own. */
  fallback: string
  /** What to say where no answer came, instead of the usual words. */
  noAnswer?: string
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

/** Why a request failed, above the button that sends it again, and when that makes sense. */
export function FailureLine({ error, ...words }: Omit<FailureLineProps, 'error'> & { error: Error | null }) {
  return error === null ? null : <Line error={error} {...words} />
}
