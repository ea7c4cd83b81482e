/** The sections of the page, in order; their ids are their anchors. */
export const sections = [
  { id: 'profile', label: 'Profile' },
  { id: 'email', label: 'Email' },
  { id: 'sign-in', label: 'Sign-in' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'your-data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
] as const
export type SectionId = (typeof sections)[number]['id']

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
