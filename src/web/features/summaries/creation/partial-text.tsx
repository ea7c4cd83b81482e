import { useLayoutEffect, useRef, useState } from 'react'
import { summaryParts } from '../../../../shared/summary-text.ts'
import { SkeletonText } from '../../../components/skeleton.tsx'
import { cn } from '../../../lib/cn.ts'

function Lines({ text }: { text: string }) {
  return (
    <div dir="auto" className="mb-auto space-y-[0.7em] font-serif text-[1.0625rem] leading-relaxed text-ink-soft">
      {summaryParts(text).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two parts can bear one title, and none ever moves
        <div key={index} className="space-y-[0.7em]">
          {part.title === null ? null : <p className="font-medium text-ink">{part.title}</p>}
          {part.paragraphs.map((paragraph, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a paragraph that grows is still the same one
            <p key={place} className="text-wrap whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      ))}
    </div>
  )
}

/**
 * The summary as it comes, in a place of one height from the first stage to the last, so that nothing moves. Its lines
 * break as they come and never again. The place is laid out from its end, which keeps the newest line in view until a
 * reader scrolls up; what reaches over its top fades out there. It is not read out: who hears the page hears the stages, and then the summary.
 */
export function PartialText({ text }: { text: string }) {
  const place = useRef<HTMLElement>(null)
  const [isOver, setIsOver] = useState(false)
  useLayoutEffect(() => {
    const { current } = place
    setIsOver(text !== '' && current !== null && current.scrollHeight > current.clientHeight)
  }, [text])
  return (
    <section
      ref={place}
      aria-label="The summary so far"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
      tabIndex={0}
      className={cn(
        'flex h-48 flex-col-reverse overflow-y-auto pt-4.5 focus-visible:-outline-offset-2 sm:h-44',
        isOver && 'mask-[linear-gradient(transparent,black_2.5rem)]',
      )}
    >
      {text === '' ? <SkeletonText lines={5} className="mb-auto pt-1 opacity-70" /> : <Lines text={text} />}
    </section>
  )
}
