import { useEffect, useState } from 'react'

/** Whether a value is still the same after some time, in milliseconds. */
export function useUnchanged(value: unknown, afterMs: number): boolean {
  const [unchanged, setUnchanged] = useState<unknown>(null)
  useEffect(() => {
    const timer = setTimeout(() => setUnchanged(() => value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return unchanged === value
}
