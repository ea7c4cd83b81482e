import { ExternalLink } from 'lucide-react'
import { HoverCard, Popover } from 'radix-ui'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import type { Citation } from '../../shared/summary/citation.ts'
import type { References } from '../../shared/summary/citation-groups.ts'
import { citationLink, locationName } from '../../shared/summary/location-label.ts'
import { withoutNoise } from '../../shared/text/speakers.ts'
import { cn } from '../lib/cn.ts'
import type { TextLanguage } from '../lib/language.ts'
import { Button } from './button.tsx'
import { type ShownCitation, SourceContext, type SourceControl, SourceUrlContext } from './reading-context.ts'

const QUERY = '(pointer: coarse)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the main pointer is a finger rather than a mouse. Pages rendered on the server assume a mouse. */
const useCoarsePointer = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  )

export const chipStyle =
  'relative touch-target inline-block rounded-chip focus-visible:z-1 bg-(--chip,var(--sunk)) px-1.5 py-1 align-[1px] font-sans text-xs/none font-medium whitespace-nowrap text-ink-soft no-underline tabular-nums not-italic transition-colors duration-150 hover:bg-accent hover:text-on-accent data-[state=open]:bg-accent data-[state=open]:text-on-accent aria-[current=true]:bg-accent aria-[current=true]:text-on-accent'
export const passageStyle =
  'z-50 animate-drop rounded-card border border-line bg-raised text-start font-sans font-normal whitespace-normal text-ink not-italic shadow-float focus-visible:outline-none base:w-80 base:max-w-[calc(100vw-2rem)] base:p-4'

export const passageProps = { dir: 'ltr', lang: 'en', sideOffset: 6, collisionPadding: 16 }

interface ChipProps {
  references: References
  language: TextLanguage
  /** Text of the chip, in place of its location's label. */
  label?: string | undefined
  className?: string | undefined
}

/** Returns the name of a citation's location, and of its source where several are cited. */
export function useNameOf(): (citation: Citation) => string {
  const source = useContext(SourceContext)
  return (citation) => {
    const title = source?.titleOf?.(citation)
    return locationName(citation.location) + (title === undefined ? '' : `, ${title}`)
  }
}

/** The passages at a location, and below them its name and a hint. */
function Passages({ references, language, hint = '' }: ChipProps & { hint?: string }) {
  const nameOf = useNameOf()
  return (
    <>
      <div className="space-y-2">
        {references.map(({ blockId, excerpt }) => (
          <p key={blockId} {...language} className="font-serif text-base leading-normal">
            {withoutNoise(excerpt)}
          </p>
        ))}
      </div>
      <p className="mt-2.5 text-xs text-ink-soft">
        <bdi>{nameOf(references[0])}</bdi>
        {hint}
      </p>
    </>
  )
}

/** Shows the passages while the pointer or the keyboard is on the chip. */
const Preview = ({ passages, children, ...rest }: ComponentProps<typeof HoverCard.Root> & { passages: ReactNode }) => (
  <HoverCard.Root openDelay={180} closeDelay={80} {...rest}>
    <HoverCard.Trigger asChild>{children}</HoverCard.Trigger>
    <HoverCard.Content {...passageProps} className={passageStyle}>
      {passages}
    </HoverCard.Content>
  </HoverCard.Root>
)

/** The lines of a page. `data-line` is on paragraphs, and on takeaways without their details. */
const LINES = '[data-line], li, tr, blockquote, dl > div'

/** Anchors a popover to the whole takeaway, row or quote of its chip, so that it covers none of it; in a paragraph, to the chip. */
export function LineAnchor({ chip }: { chip: RefObject<HTMLElement | null> }) {
  const [anchor] = useState(() => ({
    current: {
      get contextElement() {
        return chip.current ?? undefined
      },
      getBoundingClientRect() {
        const own = chip.current?.getBoundingClientRect() ?? new DOMRect()
        const line = chip.current?.closest(LINES)
        const { y, height } = line?.matches(':not(p)') ? line.getBoundingClientRect() : own
        return new DOMRect(own.x, y, own.width, height)
      },
    },
  }))
  return <Popover.Anchor virtualRef={anchor} />
}

/** A chip that shows the passage on a click, with a link to the source where that has a URL. */
function PassageChip({ href, ...props }: ChipProps & { href: string | null }) {
  const [{ label, location }] = props.references
  const name = locationName(location)
  const chip = useRef<HTMLButtonElement>(null)
  return (
    <Popover.Root>
      <LineAnchor chip={chip} />
      <Popover.Trigger
        ref={chip}
        dir="auto"
        className={cn(chipStyle, props.className)}
        aria-label={`${label}: show the passage at ${name}`}
      >
        {props.label ?? label}
      </Popover.Trigger>
      <Popover.Content aria-label={`The passage at ${name}`} {...passageProps} className={passageStyle}>
        <Passages {...props} />
        {href === null ? null : (
          <Button asChild look="plain" className="mt-3 w-full">
            <a href={href} target="_blank" rel="noopener noreferrer">
              <ExternalLink /> Open original
            </a>
          </Button>
        )}
      </Popover.Content>
    </Popover.Root>
  )
}

/** A chip that opens the source in a new tab, and shows the passage while the pointer or the keyboard is on it. */
function LinkChip({ href, ...props }: ChipProps & { href: string }) {
  const [{ label, location }] = props.references
  return (
    <Preview passages={<Passages {...props} hint=". Click to open the original" />}>
      <a
        dir="auto"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className={cn(chipStyle, props.className)}
        aria-label={`${label}: open the original at ${locationName(location)}`}
      >
        {props.label ?? label}
      </a>
    </Preview>
  )
}

/** Scrolls the line of a chip into view while its passage is shown: the sheet may cover the line that was tapped. */
export function useLineInView(chip: RefObject<HTMLElement | null>, shown: ShownCitation | null): void {
  useEffect(() => {
    const { current } = chip
    if (shown === null || current === null) return
    for (const element of [current.closest(`${LINES}, p`), current]) element?.scrollIntoView({ block: 'nearest' })
  }, [chip, shown])
}

/** A chip that shows the passage in the source beside the summary. A mouse over it previews the passage. */
function SourceChip({ source, ...props }: ChipProps & { source: SourceControl }) {
  const nameOf = useNameOf()
  const button = useRef<HTMLButtonElement>(null)
  const isCoarse = useCoarsePointer()
  const [isPreviewed, setIsPreviewed] = useState(false)
  const { shown, focused } = source
  const [first] = props.references
  const isShown = shown?.references[0] === first
  useLineInView(button, isShown ? shown : null)
  useEffect(() => {
    if (focused?.citation === first) button.current?.focus({ preventScroll: true })
  }, [focused, first])
  const chip = (
    <button
      type="button"
      dir="auto"
      ref={button}
      data-citation
      aria-current={isShown}
      aria-controls={source.isOpen ? 'source' : undefined}
      aria-label={`${first.label}: show the passage at ${nameOf(first)}`}
      className={cn(chipStyle, props.className)}
      // Focus by keyboard doesn't open the preview, which Escape would have to close first.
      onFocus={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        setIsPreviewed(false)
        source.show({ references: props.references, takesFocus: detail === 0 })
      }}
    >
      {props.label ?? first.label}
    </button>
  )
  if (isCoarse) return chip
  return (
    <Preview
      open={isPreviewed && !source.isOpen}
      // A click before the delay opens the source instead. Rendered immediately: when the pointer leaves before that, Radix
      // takes the preview for closed, and never closes it.
      onOpenChange={(isOpen) => flushSync(() => setIsPreviewed(isOpen && !source.isOpen))}
      passages={<Passages {...props} hint=". Click to read it in the source" />}
    >
      {chip}
    </Preview>
  )
}

/** Shows a passage in the source; where that wasn't kept, opens the original, or on touch screens a card. */
export function Chip(props: ChipProps) {
  const { references } = props
  const isCoarse = useCoarsePointer()
  const source = useContext(SourceContext)
  const href = citationLink(references[0], useContext(SourceUrlContext))
  if (source !== null) return <SourceChip {...props} source={source} />
  return href === null || isCoarse ? <PassageChip {...props} href={href} /> : <LinkChip {...props} href={href} />
}
