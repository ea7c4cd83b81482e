import { useEffect, useEffectEvent } from 'react'

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
