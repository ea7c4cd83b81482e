import { useState } from 'react'

/** A value, or the one before while that is held. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value)
  if (!isHeld && held !== value) setHeld(value)
  return isHeld ? held : value
}
