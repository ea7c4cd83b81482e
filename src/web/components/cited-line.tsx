import { Popover } from 'radix-ui'
import { Fragment, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { Citation } from '../../shared/summary/citation.ts'
import { groupByLocation, locationKey, type References } from '../../shared/summary/citation-groups.ts'
import { withoutNoise } from '../../shared/text/speakers.ts'
import { numbered, relatedWords } from '../../shared/text/unbroken.ts'
import type { TextLanguage } from '../lib/language.ts'
import { Chip, chipStyle, LineAnchor, passageProps, passageStyle, useLineInView, useNameOf } from './citation-chip.tsx'
import { SourceContext, WritingContext } from './reading-context.ts'
import { withoutBreaks } from './unbroken-text.tsx'

/** The last word of a line with a mark after a space, or the last date or time; the last letter in scripts without spaces. */
const lastWord = new RegExp(
  String.raw`(?<=\s)(?:${numbered}\p{P}*|\S+ [»:;?!]\S?|\d[\d–:]*\s[ap]\.m\.|\S+)$|[^\p{M}\p{P}]\p{M}*\p{P}*$`,
  'u',
)

/** Longest word and chip that are kept on one line, in characters. */
const KEPT_TOGETHER = 24

/** Least length of a last line with its chip, in characters; the words before a shorter one (a runt) are kept with it. */
const MIN_LAST_LINE = 11

const kept = new RegExp(relatedWords, 'gu')

/** Index of the words that stay with the first chip: the last one, and those before it if it is short. */
function endOf(text: string, chipCharacters: number): number {
  let end = text.search(lastWord)
  while (end > 0 && text.length - end + chipCharacters < MIN_LAST_LINE) {
    const earlier = text.lastIndexOf(' ', end - 2) + 1
    // A date or a range stays whole.
    const isWithin = [...text.matchAll(kept)].some(
      ({ index, 0: part }) => index < earlier && earlier < index + part.length,
    )
    if (earlier === 0 || isWithin || text.length - earlier + chipCharacters > KEPT_TOGETHER) break
    end = earlier
  }
  return end
}

/** Label that reserves space for a chip at the end of a line whose citations arrive later. */
const PENDING = 'p. 12'

/** Unit that two labels share, so that the second can be its number only: "p. 1, 13". Null if more than the number differs. */
function unitOf(label: string, other: string): string | null {
  const [unit = null] = /^\D+\s(?=\S+$)/u.exec(label) ?? []
  return unit !== null && other.startsWith(unit) && !/\s/u.test(other.slice(unit.length)) ? unit : null
}

/** Whether a name adds nothing to a label: "Paragraph 3" to "¶ 3". A chapter's name has its title. */
const repeats = (name: string, label: string): boolean => name.split(/\s/u).at(-1) === label.split(/\s/u).at(-1)

/** Longest label of a third location that is shown rather than "+1", in characters. */
const SHORT_LABEL = 8

interface MoreProps {
  groups: readonly References[]
  language: TextLanguage
}

/** The number of further locations, which opens a list of their passages. Paper names them. */
function More({ groups, language }: MoreProps) {
  const source = useContext(SourceContext)
  const nameOf = useNameOf()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isOwn = (citation: Citation | undefined) => groups.some(([first]) => first === citation)
  const isShown = isOwn(source?.shown?.references[0])
  useLineInView(button, isShown && source !== null ? source.shown : null)
  const focused = source?.focused ?? null
  const takesFocus = isOwn(focused?.citation)
  useEffect(() => {
    if (takesFocus && focused !== null) button.current?.focus({ preventScroll: true })
  }, [takesFocus, focused])
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <LineAnchor chip={button} />
        <Popover.Trigger
          ref={button}
          dir="ltr"
          data-citation
          aria-current={isShown}
          aria-label={groups.length === 1 ? 'Show 1 more passage' : `Show ${groups.length} more passages`}
          className={`${chipStyle} print:hidden`}
        >
          +{groups.length}
        </Popover.Trigger>
        <Popover.Content
          aria-label="Further passages"
          {...passageProps}
          // A passage in the source keeps what was lit there, and the line its place.
          onCloseAutoFocus={(event) => {
            if (source?.shown !== null && isShown) event.preventDefault()
          }}
          className={`${passageStyle} max-h-[min(24rem,var(--radix-popover-content-available-height))] overflow-y-auto p-0 after:pointer-events-none after:sticky after:bottom-0 after:-mt-6 after:block after:h-6 after:bg-linear-to-t after:from-raised`}
        >
          <ul className="divide-y divide-line">
            {groups.map((references) => (
              <li key={locationKey(references[0])} className="p-4">
                {references.map(({ blockId, excerpt }) => (
                  <p key={blockId} {...language} className="font-serif text-base leading-normal not-first:mt-2">
                    {withoutNoise(excerpt)}
                  </p>
                ))}
                <p className="mt-2 flex items-baseline justify-between gap-3 text-xs text-ink-soft">
                  {repeats(nameOf(references[0]), references[0].label) ? null : <bdi>{nameOf(references[0])}</bdi>}
                  {source === null ? (
                    <Chip references={references} language={language} />
                  ) : (
                    <button
                      type="button"
                      aria-label={`${references[0].label}: show the passage at ${nameOf(references[0])}`}
                      onClick={() => {
                        setOpen(false)
                        source.show({ references, takesFocus: false })
                      }}
                      className={chipStyle}
                    >
                      {references[0].label}
                    </button>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Root>
      <span className="hidden print:inline">
        {groups.map(([first]) => (
          <span key={locationKey(first)} className={chipStyle}>
            {first.label}
          </span>
        ))}
      </span>
    </>
  )
}

interface CitedLineProps {
  text: string
  citations: readonly Citation[]
  /** Markup of the source's own words. */
  language: TextLanguage
  children?: ReactNode
}

/**
 * A line of the summary with its citations: up to two locations by name, and a number for further ones, or a short name
 * for one. The first chip stays with the last word, since a no-break space doesn't keep browsers from breaking before it.
 * If all are short, so do the others. Lines can then be filled without leaving a chip or a short word alone on the last.
 */
export function CitedLine({ text, citations, language, children }: CitedLineProps) {
  const isWriting = useContext(WritingContext)
  const [first, ...others] = groupByLocation(citations)
  if (first === undefined && !isWriting) {
    return (
      <>
        {withoutBreaks(text.split(relatedWords))}
        {children}
      </>
    )
  }
  const [second, third] = others
  const isShort = others.length === 2 && (third?.[0].label.length ?? 0) <= SHORT_LABEL
  const named = others.slice(0, isShort ? 2 : 1)
  const unit = first && second ? unitOf(first[0].label, second[0].label) : null
  const labels = (first?.[0].label ?? PENDING) + (unit === null ? '' : (second?.[0].label ?? ''))
  const end = endOf(text, labels.length)
  const isKept = text.length - end + labels.length <= KEPT_TOGETHER
  const chips =
    first === undefined ? (
      <span aria-hidden="true" className={`${chipStyle} invisible`}>
        {PENDING}
      </span>
    ) : second === undefined || unit === null ? (
      <Chip references={first} language={language} />
    ) : (
      // One after the other, also in a line from right to left. Paper, without their color, has a comma between them.
      <span dir="ltr" className="inline-block whitespace-nowrap">
        <Chip references={first} language={language} className="rounded-e-none print:pe-0" />
        {/* For screen readers and copies. */}
        <span className="sr-only">, </span>
        <Chip
          references={second}
          language={language}
          label={second[0].label.slice(unit.length)}
          className="ms-px min-w-6 rounded-s-none text-center print:min-w-0 print:ps-0 print:before:content-[',_']"
        />
      </span>
    )
  const further = named.slice(unit === null ? 0 : 1).map((references) => ({
    key: locationKey(references[0]),
    characters: references[0].label.length,
    chip: <Chip references={references} language={language} />,
  }))
  if (named.length < others.length) {
    further.push({
      key: 'more',
      characters: '+9'.length,
      chip: <More groups={others.slice(named.length)} language={language} />,
    })
  }
  const whole = further.reduce((sum, { characters }) => sum + characters, text.length - end + labels.length)
  // A button after the line stays with the last chip, so that it is never alone on a line.
  const last = (chip: ReactNode) =>
    children === undefined ? (
      chip
    ) : (
      <span className="whitespace-nowrap">
        {chip}
        {children}
      </span>
    )
  return (
    <>
      {withoutBreaks(text.slice(0, end).split(relatedWords))}
      <span className={whole <= KEPT_TOGETHER ? 'whitespace-nowrap' : undefined}>
        {/* The end of a line that grows is new with every word. */}
        <span key={end} className={isKept ? 'whitespace-nowrap' : undefined}>
          {withoutBreaks(text.slice(end).split(relatedWords))}
          {text === '' ? null : ' '}
          {further.length === 0 ? last(chips) : chips}
        </span>
        {further.map(({ key, chip }, at) => (
          <Fragment key={key}> {at === further.length - 1 ? last(chip) : chip}</Fragment>
        ))}
      </span>
    </>
  )
}
