import type { Summary } from '../../../../shared/summary.ts'
import { PlaceChips } from '../../../components/place-chip.tsx'
import type { TextLanguage } from '../../../lib/language.ts'
import { CopyLine } from './copy-line.tsx'
import { lineAsText } from './line-as-text.ts'

interface TakeawaysProps {
  summary: Summary
  text: TextLanguage
  source: TextLanguage
}

/** The numbered takeaways, each ending in the places it rests on. */
export function Takeaways({ summary, text, source }: TakeawaysProps) {
  if (summary.keyTakeaways.length === 0) return null
  return (
    <section aria-label="Key takeaways">
      <h3 className="sr-only">Key takeaways</h3>
      <ol {...text} className="mt-7 border-t border-line">
        {summary.keyTakeaways.map((takeaway, index) => (
          <li
            key={takeaway}
            className="group grid grid-cols-[1.875rem_minmax(0,1fr)_auto] border-b border-line py-3.25 text-[0.96875rem] leading-normal"
          >
            <span aria-hidden="true" className="font-serif text-[1.0625rem] leading-[1.4] font-medium text-accent">
              {index + 1}
            </span>
            <span className="max-w-[33em] text-pretty">
              {takeaway}
              <PlaceChips places={summary.takeawayPlaces[index]} language={source} />
            </span>
            <CopyLine
              name={`takeaway ${index + 1}`}
              text={lineAsText(summary, takeaway, summary.takeawayPlaces[index])}
              className="-my-1.5 -me-2 ms-1"
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
