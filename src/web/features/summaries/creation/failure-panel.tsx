import type { ErrorCode } from '../../../../shared/errors.ts'
import { Button } from '../../../components/button.tsx'
import { DialogActions, DialogTitle } from '../../../components/overlay/dialog.tsx'
import { sells } from '../../../lib/site.ts'
import { choiceLabel, type FailedSource, failureChoices, useFailureChoice } from './failure-choices.ts'

interface FailurePanelProps {
  id: string
  name: string
  message: string
  code: ErrorCode | null
  source: FailedSource
}

const looks = ['primary', 'plain', 'text'] as const
const FILE_IS_GONE = 'The file of this summary is no longer kept. Please choose it again.'

/** Failures whose messages already contain that nothing was charged. */
const sayIt: ReadonlySet<ErrorCode | null> = new Set([
  'internal',
  'timed_out',
  'storage_full',
  'model_unavailable',
  'model_refused',
  'language_unavailable',
])

export function FailurePanel({ id, name, message, code, source }: FailurePanelProps) {
  const { choose, isRetrying, isFileless } = useFailureChoice(id, source)
  const choices = failureChoices(code, source, isFileless)
  return (
    <div className="m-auto w-full max-w-150 animate-fade px-6 py-8 sm:px-11">
      <p className="eyebrow line-clamp-2 pr-8 leading-4 wrap-anywhere tracking-normal normal-case">{name}</p>
      <DialogTitle className="mt-2.5 text-[1.6875rem] leading-tight">We couldn’t summarize this</DialogTitle>
      <p role="alert" className="mt-4 max-w-[60ch] text-base wrap-anywhere">
        {message}
      </p>
      {isFileless && message !== FILE_IS_GONE ? <p className="mt-2 text-base">{FILE_IS_GONE}</p> : null}
      {sayIt.has(code) || !sells ? null : (
        <p className="mt-2 text-sm text-ink-soft">It didn’t count against your plan.</p>
      )}
      <DialogActions>
        {choices
          .map((choice, index) => (
            <Button
              key={choice}
              look={looks[index] ?? 'text'}
              pending={choice === 'retry' && isRetrying}
              onClick={() => choose(choice)}
            >
              {choiceLabel(choice, source, isFileless)}
            </Button>
          ))
          .toReversed()}
      </DialogActions>
    </div>
  )
}
