import { useEffect, useState } from 'react'

/** Distance of the reading position from the top, as a share of the window's height. */
const READING_POSITION = 0.33

/**
 * Index of the section that the user reads, by the distances of all from the window's top. Sections at an `edge` of the
 * page, which can't be scrolled further, may not reach the reading position.
 */
export function sectionInView(tops: readonly number[], windowHeight: number, edge: 'start' | 'end' | null): number {
  if (edge === 'start') return 0
  if (edge === 'end') return tops.length - 1
  const index = tops.findLastIndex((top) => top <= windowHeight * READING_POSITION)
  return Math.max(0, index)
}

type Sections = readonly { id: string }[]

function readSection(sections: Sections): string | undefined {
  const { clientHeight, scrollHeight } = document.documentElement
  const tops = sections.map(({ id }) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity)
  const isAtEnd = window.scrollY + clientHeight >= scrollHeight - 2
  const edge = window.scrollY <= 0 ? 'start' : isAtEnd ? 'end' : null
  return sections[sectionInView(tops, clientHeight, edge)]?.id
}

/** The id of the section that the user reads. */
export function useSectionInView(sections: Sections): string | undefined {
  const [section, setSection] = useState(sections[0]?.id)
  useEffect(() => {
    const update = () => setSection(readSection(sections))
    const stop = new AbortController()
    for (const type of ['scroll', 'resize']) addEventListener(type, update, { passive: true, signal: stop.signal })
    update()
    return () => stop.abort()
  }, [sections])
  return section
}

/** Scrolls to the section in the URL's fragment, which did not exist when the page loaded, once the page is `isSettled`. */
export function useSectionOfAddress(isSettled = true): void {
  useEffect(() => {
    const id = location.hash.slice(1)
    if (id === '' || !isSettled) return
    const frame = requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [isSettled])
}
