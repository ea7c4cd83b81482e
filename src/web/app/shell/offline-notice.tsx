import { useOnline } from '../../lib/use-online.ts'

/** Notice under the bar for as long as the browser is offline. */
export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <output className="sticky top-16 z-20 block print:hidden">
      {isOnline ? null : (
        <span className="block animate-fade border-b border-line bg-sunk text-sm">
          <span className="wrap block py-2.5 text-balance">
            You’re offline. We’ll keep what you type until you’re back.
          </span>
        </span>
      )}
    </output>
  )
}
