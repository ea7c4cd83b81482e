import { useEffect, useState } from 'react'

/** What a reader looks at lies this far down the window: a third. */
const GAZE = 0.33

/**
 * The section that a reader is in.
 *
 * @param tops distance of each section's head from the window's top, in pixels and in order
 * @param windowHeight in pixels
 * @param edge whether the page can't be scrolled further up or down: the sections there may be too short, or the window
 * too tall, for their heads to reach the gaze
 * @returns the section's place in the order
 */
export function sectionInView(tops: readonly number[], windowHeight: number, edge: 'start' | 'end' | null): number {
  if (edge === 'start') return 0
  if (edge === 'end') return tops.length - 1
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= windowHeight * GAZE),
  )
}

interface Section {
  /** Of its element. */
  id: string
}

function readSection(sections: readonly Section[]): string | undefined {
  const { clientHeight, scrollHeight } = document.documentElement
  const tops = sections.map(({ id }) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity)
  const isAtEnd = window.scrollY + clientHeight >= scrollHeight - 2
  const edge = window.scrollY <= 0 ? 'start' : isAtEnd ? 'end' : null
  return sections[sectionInView(tops, clientHeight, edge)]?.id
}

/** The id of the section that is being read, kept current. */
export function useSectionInView(sections: readonly Section[]): string | undefined {
  const [section, setSection] = useState(sections[0]?.id)
  useEffect(() => {
    const update = () => setSection(readSection(sections))
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [sections])
  return section
}

/**
 * Leads to the section that the address names: it was not there yet when the browser looked for it.
 *
 * @param isSettled false while what stands above it has not its height yet
 */
export function useSectionOfAddress(isSettled = true): void {
  useEffect(() => {
    const id = location.hash.slice(1)
    if (id === '' || !isSettled) return
    const frame = requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [isSettled])
}
