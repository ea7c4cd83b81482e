import { cn } from '../../lib/cn.ts'
import { useOnline } from '../../lib/use-online.ts'
import type { Notice } from './upload-view.ts'

const OFFLINE = 'No Internet connection'

/** What the widget has to say at the moment. A lost connection is said for as long as it is lost. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const isOnline = useOnline()
  const others = notices.filter(({ message }) => message !== OFFLINE)
  const shown = isOnline ? others : [{ message: OFFLINE, isError: true }, ...others]
  return (
    <div role="alert" className="space-y-0.5 text-[0.8125rem]">
      {shown.map(({ message, isError }) => (
        <p key={message} className={cn('first:mt-2', isError ? 'text-bad' : 'text-ink-soft')}>
          {message}
        </p>
      ))}
    </div>
  )
}
