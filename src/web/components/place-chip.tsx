import { HoverCard, Popover } from 'radix-ui'
import { Fragment } from 'react'
import { formatClock, type Place } from '../../shared/place.ts'
import type { PlaceRef } from '../../shared/summary.ts'
import type { TextLanguage } from '../lib/language.ts'

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

interface ChipProps {
  /** Never empty; they stand at one place. */
  references: readonly [PlaceRef, ...PlaceRef[]]
  /** The place, in words. */
  words: string
  /** How the source's own words are marked up. */
  language: TextLanguage
}

/** The passages at a place, and what a click does. */
function Passages({ references, words, language }: ChipProps) {
  return (
    <>
      <div className="space-y-2">
        {references.map(({ blockId, excerpt }) => (
          <p key={blockId} {...language} className="font-serif text-base leading-normal">
            {excerpt}
          </p>
        ))}
      </div>
      <p className="mt-2 text-xs text-ink-soft">
        {references[0].href === null
          ? `The source's own words at ${words}`
          : `The source's own words. Opens the source at ${words}.`}
      </p>
    </>
  )
}

/** A place in a source without an address: shows the passage on a click. */
function PassageChip(props: ChipProps) {
  const { references, words } = props
  const [{ label }] = references
  return (
    <Popover.Root>
      <Popover.Trigger dir="ltr" className={chipStyle} aria-label={`${label}: show the passage at ${words}`}>
        {label}
      </Popover.Trigger>
      <Popover.Content
        aria-label={`The passage at ${words}`}
        dir="ltr"
        lang="en"
        sideOffset={6}
        collisionPadding={16}
        className={passageStyle}
      >
        <Passages {...props} />
      </Popover.Content>
    </Popover.Root>
  )
}

/** A place in a source with an address: leads there in a new tab, and shows the passage on the way. */
function LinkChip({ href, ...props }: ChipProps & { href: string }) {
  const { references, words } = props
  const [{ label }] = references
  return (
    <HoverCard.Root openDelay={180} closeDelay={80}>
      <HoverCard.Trigger asChild>
        <a
          dir="ltr"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className={chipStyle}
          aria-label={`${label}: open the source at ${words}`}
        >
          {label}
        </a>
      </HoverCard.Trigger>
      <HoverCard.Content dir="ltr" lang="en" sideOffset={6} collisionPadding={16} className={passageStyle}>
        <Passages {...props} />
      </HoverCard.Content>
    </HoverCard.Root>
  )
}

/** Passages by the label of their place, in the order of their first. */
export function byLabel(places: readonly PlaceRef[]): [PlaceRef, ...PlaceRef[]][] {
  const groups = new Map<string, [PlaceRef, ...PlaceRef[]]>()
  for (const place of places) {
    const group = groups.get(place.label)
    if (group === undefined) groups.set(place.label, [place])
    else group.push(place)
  }
  return [...groups.values()]
}

interface PlaceChipsProps {
  places: readonly PlaceRef[] | undefined
  /** How the source's own words are marked up. */
  language: TextLanguage
}

/**
 * Where a line comes from: a chip for each place, which shows the source's own words there and opens the source in a
 * new tab where that has an address. A space goes before each, so that a line can break there.
 */
export function PlaceChips({ places, language }: PlaceChipsProps) {
  return byLabel(places ?? []).map((references) => {
    const [{ label, href, place }] = references
    const words = placeInWords(place)
    return (
      <Fragment key={label}>
        {' '}
        {href === null ? (
          <PassageChip references={references} words={words} language={language} />
        ) : (
          <LinkChip references={references} words={words} language={language} href={href} />
        )}
      </Fragment>
    )
  })
}
