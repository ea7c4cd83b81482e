import { useSyncExternalStore } from 'react'
import { onTouch } from '../on-touch.tsx'
import { getToasts, subscribeToasts } from './toast-store.ts'

const Region = onTouch<{ open: boolean }>(async () => import('./toast-region.tsx'))

/** Where toasts appear, once there is one. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, getToasts, getToasts)
  return <Region open={toasts.length > 0} />
}
