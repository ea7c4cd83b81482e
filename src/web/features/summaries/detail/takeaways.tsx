import { useContext } from 'react'
import { secondsToRead } from '../../../../shared/summary/reading-time.ts'
import type { PagePart } from '../../../../shared/summary/summary-page.ts'
import type { DetailedTakeaway } from '../../../../shared/summary/summary-sections.ts'
import { countWords } from '../../../../shared/text/words.ts'
import { CitedLine } from '../../../components/cited-line.tsx'
import { WritingContext } from '../../../components/reading-context.ts'
import { cn } from '../../../lib/cn.ts'
import { formatDuration } from '../../../lib/dates.ts'
import { detailsView } from '../../../lib/stores/page-views.ts'
import { useStore } from '../../../lib/stores/use-store.ts'
import { CopyLine } from './detail-actions.tsx'
import { type PageLanguages, PartBody, partKey, type SectionProps } from './page-part.tsx'
import { lineAsText } from './summary-as-text.ts'

/** Whether takeaways are shown with their details: readers of a minute want none, and those with more time open them. */
const useDetailsView = (): boolean => useStore(detailsView) ?? false

/** Shows or hides the details of all takeaways, and says how long they take to read. It takes no space, since details may come while the page is written. */
function DetailsSwitch({ isShown, seconds }: { isShown: boolean; seconds: number }) {
  return (
    // Its place follows the text, which may run from right to left, unlike the switch itself.
    <div className="absolute end-0 bottom-0">
      <button
        type="button"
        lang="en"
        dir="ltr"
        aria-pressed={isShown}
        aria-keyshortcuts="d"
        onClick={() => detailsView.set(!isShown)}
        className="group/switch relative touch-target flex h-6 items-center gap-2 font-sans text-[0.8125rem]/none font-normal text-ink-soft transition-colors duration-150 hover:text-ink print:hidden"
      >
        Details, {formatDuration(seconds)}
        <span
          aria-hidden="true"
          className="relative h-3.5 w-6 rounded-full border border-line-strong transition-colors duration-150 before:absolute before:top-0.5 before:left-0.5 before:size-2 before:rounded-full before:bg-line-strong before:transition-transform before:duration-150 group-aria-pressed/switch:border-ink-soft group-aria-pressed/switch:bg-ink-soft group-aria-pressed/switch:before:translate-x-2.5 group-aria-pressed/switch:before:bg-raised"
        />
      </button>
    </div>
  )
}

/** Marks the line whose citation is chosen, as the takeaway above is when its own is. */
const lit =
  '[&_:is(p,li,tr,dl>div):has([aria-current=true])]:rounded-chip [&_:is(p,li,tr,dl>div):has([aria-current=true])]:bg-wash [&_:is(p,li,dl>div):has([aria-current=true])]:shadow-[0_0_0_0.375rem_var(--wash)] [&_:is(p,li,tr,dl>div):has([aria-current=true])]:[--chip:var(--raised)]'

/** Details are set in the serif of running text, and smaller, so that the takeaways can be read without them. */
const own =
  '[--cells:0.90625rem] [--prose:1.03125rem] print:[--prose:11pt] [&_:is(ul,dl)]:font-serif [&_:is(ul,dl)]:leading-[1.55] [&_dl>div]:border-line [&_li]:max-w-[30em] print:[&_li]:max-w-none'

interface DetailsProps {
  parts: readonly PagePart[]
  languages: PageLanguages
  isShown: boolean
}

/** The details of a takeaway: paragraphs, lists, tables and debates, without titles of their own. */
function Details({ parts, languages, isShown }: DetailsProps) {
  return (
    // Print has them in any case.
    <div className={cn(lit, own, 'space-y-3 ps-8 pb-5', !isShown && 'hidden print:block')}>
      {parts.map((part) => (
        <PartBody key={partKey(part)} part={part} languages={languages} isUntitled />
      ))}
    </div>
  )
}

const textsOf = ({ lines }: PagePart): string[] => lines.flatMap(({ cells }) => cells)

interface TakeawaysProps extends SectionProps {
  heading: string
  colon: string
  takeaways: readonly DetailedTakeaway[]
  /** Whether the heading is visible, which it need not be right after the gist. */
  isTitled: boolean
}

/** The takeaways, each with the details that go on from it. */
export function Takeaways({ summary, languages, heading, colon, takeaways, isTitled }: TakeawaysProps) {
  const isWriting = useContext(WritingContext)
  const isDetailed = useDetailsView()
  const words = countWords(takeaways.flatMap(({ details }) => details.flatMap(textsOf)).join(' '))
  return (
    <section {...languages.text} aria-label={heading}>
      <div className={cn('relative', isTitled ? 'mt-2 mb-2' : 'h-8')}>
        <h3 className={isTitled ? 'font-sans text-sm/6 tracking-normal text-ink-soft' : 'sr-only'}>{heading}</h3>
        {words === 0 ? null : <DetailsSwitch isShown={isDetailed} seconds={secondsToRead(words)} />}
      </div>
      <ol className="border-t border-line">
        {takeaways.map(({ label, text, citations, details }, index) => (
          <li
            // A text that grows stays the same line.
            key={isWriting ? `line-${index}` : text}
            className={cn('border-b border-line text-[0.96875rem] leading-6', isWriting && 'animate-rise')}
          >
            <div
              data-line
              className={cn(
                'group relative grid break-inside-avoid grid-cols-[2rem_minmax(0,1fr)] items-baseline py-3 has-aria-[current=true]:[--chip:var(--raised)] has-aria-[current=true]:bg-[linear-gradient(90deg,transparent,var(--wash)_2rem)] rtl:has-aria-[current=true]:bg-[linear-gradient(270deg,transparent,var(--wash)_2rem)] sm:pe-9',
                details.length > 0 && 'break-after-avoid',
              )}
            >
              <span aria-hidden="true" className="font-serif text-[1.0625rem] font-medium text-accent tabular-nums">
                {index + 1}
              </span>
              <span className="max-w-[33em] text-wrap print:max-w-none">
                {label === '' ? null : (
                  <b className="font-semibold">
                    {label}
                    {colon}
                  </b>
                )}
                <CitedLine text={text} citations={citations} language={languages.source}>
                  <CopyLine
                    name={`takeaway ${index + 1}`}
                    text={lineAsText(summary, text, citations)}
                    className="max-sm:ms-1 sm:absolute sm:end-0 sm:top-1.5 max-sm:[&_button]:size-6 max-sm:[&_svg]:size-4"
                  />
                </CitedLine>
              </span>
            </div>
            {details.length === 0 ? null : <Details parts={details} languages={languages} isShown={isDetailed} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
