import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is within `ahead` pixels of the visible part of a scroller, or of the window. */
export function useNear(
  element: RefObject<HTMLElement | null>,
  ahead: number,
  scroller?: RefObject<HTMLElement | null>,
): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { root: scroller?.current ?? null, rootMargin: `${ahead}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, ahead, scroller])
  return isNear
}
