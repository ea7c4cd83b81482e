import { formatCount } from '../../../shared/format.ts'

/** From how few characters left on the counter speaks up. */
const NEARLY_FULL = 500

export interface TextCount {
  label: string
  tone: 'plain' | 'secondary' | 'bad'
  isOver: boolean
}

/** The counter beside a text: characters left or over the limit, and how loudly it says so. */
export function countText(length: number, limit: number): TextCount {
  const left = limit - length
  if (left < 0) return { label: `${formatCount(-left)} over limit`, tone: 'bad', isOver: true }
  return { label: `${formatCount(left)} chars left`, tone: left < NEARLY_FULL ? 'secondary' : 'plain', isOver: false }
}
