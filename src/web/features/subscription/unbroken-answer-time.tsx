import { content } from '../../../shared/content.ts'

/** A text in which "1-2 business days" stays on one line. */
export function UnbrokenAnswerTime({ text }: { text: string }) {
  const time = content.legal.cancellationAnswer
  return text.split(time).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
    <span key={index}>
      {index === 0 ? null : <span className="whitespace-nowrap">{time}</span>}
      {part}
    </span>
  ))
}
