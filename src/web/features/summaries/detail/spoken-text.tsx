import { findTurns, noise } from '../../../../shared/text/speakers.ts'
import { Marked, type MarkedProps } from './marked-text.tsx'

/** Words of a turn. Noise is hidden until the reader asks for it, which the element with `data-transcribed` says. */
function Words({ text, offset = 0, ranges }: MarkedProps) {
  const pieces: { text: string; start: number; isNoise: boolean }[] = []
  let from = 0
  for (const { index, 0: found } of text.matchAll(noise)) {
    pieces.push({ text: text.slice(from, index), start: from, isNoise: false })
    pieces.push({ text: found, start: index, isNoise: true })
    from = index + found.length
  }
  pieces.push({ text: text.slice(from), start: from, isNoise: false })
  return pieces
    .filter((piece) => piece.text !== '')
    .map((piece) => {
      const marked = <Marked key={piece.start} text={piece.text} offset={offset + piece.start} ranges={ranges} />
      return piece.isNoise ? (
        <span key={piece.start} className="hidden text-ink-soft in-data-transcribed:inline">
          {marked}
        </span>
      ) : (
        marked
      )
    })
}

interface SpokenProps extends MarkedProps {
  speakers: ReadonlySet<string>
}

/** A paragraph of a transcript, each speaker in small letters above their turn. */
export function Spoken({ text, ranges, speakers }: SpokenProps) {
  const turns = findTurns(text, speakers)
  const lead = text.slice(0, turns[0]?.start ?? text.length)
  return (
    <>
      {lead === '' ? null : (
        <p>
          <Words text={lead} ranges={ranges} />
        </p>
      )}
      {turns.map(({ start, contentStart, speaker }, index) => (
        <div key={start} className={start === 0 ? undefined : 'mt-2'}>
          <p className="font-sans text-xs/5 font-medium text-ink-soft">{speaker}</p>
          <p>
            <Words text={text.slice(contentStart, turns[index + 1]?.start)} offset={contentStart} ranges={ranges} />
          </p>
        </div>
      ))}
    </>
  )
}
