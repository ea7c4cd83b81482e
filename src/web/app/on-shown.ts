import { createContext, use, useEffect } from 'react'

/** Called once a screen is on the page, and answers. */
export const OnShown = createContext<(() => void) | undefined>(undefined)

/** Tells that what it stands in is on the page. */
export function TellShown(): null {
  const onShown = use(OnShown)
  useEffect(() => onShown?.(), [onShown])
  return null
}
