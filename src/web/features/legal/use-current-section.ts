import { useEffect, useState } from 'react'

/** The band of the window, below the bar, in which a section counts as the one that is read. */
const READING_BAND = '-20% 0px -70% 0px'

/** The id of the section that is being read; null before the first. */
export function useCurrentSection(sections: readonly { id: string }[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setCurrent(target.id)
      },
      { rootMargin: READING_BAND },
    )
    for (const { id } of sections) {
      const section = document.getElementById(id)
      if (section !== null) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [sections])
  return current
}
