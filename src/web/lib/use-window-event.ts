import { useEffect, useEffectEvent } from 'react'

/** Handles an event of the window while the component is mounted. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  type: K,
  handler: (event: WindowEventMap[K]) => void,
  options?: AddEventListenerOptions,
): void {
  const handle = useEffectEvent(handler)
  const isPassive = options?.passive
  useEffect(() => {
    const listener = (event: WindowEventMap[K]) => handle(event)
    addEventListener(type, listener, { passive: isPassive })
    return () => removeEventListener(type, listener)
  }, [type, isPassive])
}
