import { useOnline } from '../../lib/use-online.ts'

/** Says as long as there is no network that nothing can be sent, and that nothing is lost. */
export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <output className="sticky top-16 z-20 block print:hidden">
      {isOnline ? null : (
        <span className="block animate-fade border-b border-line bg-sunk text-sm">
          <span className="wrap block py-2.5">
            You are offline. What you type stays here, and can be sent once the connection is back.
          </span>
        </span>
      )}
    </output>
  )
}
