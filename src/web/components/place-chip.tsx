import { HoverCard, Popover } from 'radix-ui'
import { formatClock, type Place } from '../../shared/place.ts'
import type { PlaceRef } from '../../shared/summary.ts'

const chipStyle =
  'relative touch-target inline-block rounded-chip bg-wash px-1.5 py-1 align-[1px] font-sans text-xs/none font-medium whitespace-nowrap text-accent no-underline tabular-nums not-italic transition-colors duration-150 hover:bg-accent hover:text-on-accent data-[state=open]:bg-accent data-[state=open]:text-on-accent'
const passageStyle =
  'z-50 w-80 max-w-[calc(100vw-2rem)] animate-drop rounded-card border border-line bg-raised p-4 text-start text-ink not-italic shadow-float focus-visible:outline-none'

/** A place in words, for those who hear the page. */
export function placeInWords(place: Place): string {
  switch (place.kind) {
    case 'paragraph':
      return `paragraph ${place.paragraph}`
    case 'page':
      return `page ${place.page}`
    case 'chapter':
      return place.title ? `chapter ${place.chapter}, ${place.title}` : `chapter ${place.chapter}`
    case 'time':
      return formatClock(place.startSeconds)
  }
}

interface PassageProps {
  reference: PlaceRef
  /** The place, in words. */
  words: string
}

function Passage({ reference, words }: PassageProps) {
  return (
    <>
      <p dir="auto" className="font-serif text-base leading-normal">
        {reference.excerpt}
      </p>
      <p className="mt-2 text-xs text-ink-soft">
        {reference.href === null
          ? `The source's own words at ${words}`
          : `The source's own words. Opens the source at ${words}.`}
      </p>
    </>
  )
}

interface PlaceChipProps {
  reference: PlaceRef
}

/** A place in a source without an address: shows the passage on a click. */
function PassageChip({ reference, words }: PlaceChipProps & { words: string }) {
  return (
    <Popover.Root>
      <Popover.Trigger dir="ltr" className={chipStyle} aria-label={`${reference.label}: show the passage at ${words}`}>
        {reference.label}
      </Popover.Trigger>
      <Popover.Content
        aria-label={`The passage at ${words}`}
        sideOffset={6}
        collisionPadding={16}
        className={passageStyle}
      >
        <Passage reference={reference} words={words} />
      </Popover.Content>
    </Popover.Root>
  )
}

/** A place in a source with an address: leads there in a new tab, and shows the passage on the way. */
function LinkChip({ reference, words, href }: PlaceChipProps & { words: string; href: string }) {
  return (
    <HoverCard.Root openDelay={180} closeDelay={80}>
      <HoverCard.Trigger asChild>
        <a
          dir="ltr"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className={chipStyle}
          aria-label={`${reference.label}: open the source at ${words}`}
        >
          {reference.label}
        </a>
      </HoverCard.Trigger>
      <HoverCard.Content sideOffset={6} collisionPadding={16} className={passageStyle}>
        <Passage reference={reference} words={words} />
      </HoverCard.Content>
    </HoverCard.Root>
  )
}

/**
 * Where a line comes from. It shows the source's own words at the place, and opens the source there in a new tab where
 * the source has an address. A space goes before it, so that a line can break there.
 */
export function PlaceChip({ reference }: PlaceChipProps) {
  const { href } = reference
  const words = placeInWords(reference.place)
  return (
    <>
      {' '}
      {href === null ? (
        <PassageChip reference={reference} words={words} />
      ) : (
        <LinkChip reference={reference} words={words} href={href} />
      )}
    </>
  )
}
