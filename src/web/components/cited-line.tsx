import { Fragment, type ReactNode, useContext, useState } from 'react'
import type { Citation } from '../../shared/summary/citation.ts'
import type { TextLanguage } from '../lib/language.ts'
import { Chip, chipKey, chipStyle, groupByCitation } from './citation-chip.tsx'
import { SourceContext, WritingContext } from './reading-context.ts'

/** Moves focus to the first chip of an element. */
const focusChip = (element: HTMLElement | null): void => element?.querySelector<HTMLElement>('a, button')?.focus()

/** The last word of a line; the last letter in scripts without spaces. */
const lastWord = /(?<=\s)\S+$|[^\p{M}\p{P}]\p{M}*\p{P}*$/u

/** Longest word and chip that are kept on one line, in characters. */
const KEPT_TOGETHER = 24

/** Label that reserves space for a chip at the end of a line whose citations arrive later. */
const PENDING = 'p. 12'

interface CitedLineProps {
  text: string
  citations: readonly Citation[]
  /** Markup of the source's own words. */
  language: TextLanguage
  children?: ReactNode
}

/**
 * A line of the summary with its citations: a chip for the first location, and a button that reveals those of further
 * citations. The chip stays with the last word, since a no-break space doesn't keep browsers from breaking lines before it.
 */
export function CitedLine({ text, citations, language, children }: CitedLineProps) {
  const isWriting = useContext(WritingContext)
  const [revealedBy, setRevealedBy] = useState<'keyboard' | 'pointer' | null>(null)
  const [first, ...others] = groupByCitation(citations)
  const shown = useContext(SourceContext)?.shown?.references[0]
  // A step with the keyboard reached one of them.
  if (revealedBy === null && others.some(([other]) => other === shown)) setRevealedBy('pointer')
  if (first === undefined && !isWriting) {
    return (
      <>
        {text}
        {children}
      </>
    )
  }
  const end = text.search(lastWord)
  const isKept = text.length - end + (first?.[0].label ?? PENDING).length <= KEPT_TOGETHER
  return (
    <>
      {text.slice(0, end)}
      {/* The end of a line that grows is new with every word. */}
      <span key={end} className={isKept ? 'whitespace-nowrap' : undefined}>
        {text.slice(end)}
        {text === '' ? null : ' '}
        {first === undefined ? (
          <span aria-hidden="true" className={`${chipStyle} invisible`}>
            {PENDING}
          </span>
        ) : (
          <Chip references={first} language={language} />
        )}
        {others.length === 0 || revealedBy !== null ? null : (
          <>
            {' '}
            <button
              type="button"
              dir="ltr"
              className={`${chipStyle} print:hidden`}
              aria-label={others.length === 1 ? 'Show 1 more passage' : `Show ${others.length} more passages`}
              // A click by key has no count. After one with a mouse, focus would open the card of the chip.
              onClick={({ detail }) => setRevealedBy(detail === 0 ? 'keyboard' : 'pointer')}
            >
              +{others.length}
            </button>
          </>
        )}
        {revealedBy === null ? children : null}
      </span>
      {revealedBy === null ? null : (
        <>
          <span ref={revealedBy === 'keyboard' ? focusChip : null}>
            {others.map((references) => (
              <Fragment key={chipKey(references[0])}>
                {' '}
                <Chip references={references} language={language} />
              </Fragment>
            ))}
          </span>
          {children}
        </>
      )}
    </>
  )
}
