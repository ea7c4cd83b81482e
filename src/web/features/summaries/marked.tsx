import type { Segment } from '../../../shared/summary.ts'

/** A text in pieces, those that a search has found set off. */
export function Marked({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, marked }, index) =>
    marked ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name, and come and go together
      <mark key={index} className="rounded-[2px] bg-mark text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
