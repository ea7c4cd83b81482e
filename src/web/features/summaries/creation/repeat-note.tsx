import { Button } from '../../../components/button.tsx'
import { shortDay } from '../../../lib/dates.ts'
import { useSummary } from '../api/get-summary.ts'
import { useCreation } from './creation-context.ts'
import type { Repeat } from './creation-state.ts'

function Note({ repeat, createdAt }: { repeat: Repeat; createdAt: string }) {
  const { start } = useCreation()
  const day = shortDay(createdAt)
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3 border-b border-line px-5 pt-5 pb-4 sm:pr-40 sm:pl-14">
      <output className="min-w-0 pr-24 text-sm sm:pr-0">
        <strong className="block font-medium">Already summarized</strong>
        <span className="text-ink-soft">Here’s the one from {day}. It didn’t count against your plan.</span>
      </output>
      <Button look="plain" className="min-h-9" onClick={() => start({ ...repeat.payload, fresh: true })}>
        Make a new one
      </Button>
    </div>
  )
}

/** Says of a summary that a request led to it because the source was summarized before, and offers a new one. */
export function RepeatNote({ id }: { id: string }) {
  const { repeat } = useCreation()
  const isRepeat = repeat?.id === id
  const { data } = useSummary(id, isRepeat)
  return isRepeat && data !== undefined ? <Note repeat={repeat} createdAt={data.createdAt} /> : null
}
