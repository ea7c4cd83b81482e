import { summaryParts } from '../../../../shared/summary-text.ts'
import type { TextLanguage } from '../../../lib/language.ts'

interface InFullProps {
  /** The advanced summary. */
  text: string
  language: TextLanguage
}

/** The advanced summary, in the parts of its source. */
export function InFull({ text, language }: InFullProps) {
  const parts = summaryParts(text)
  return (
    <section dir={language.dir} aria-labelledby="full-summary" className="mt-10">
      <h3 id="full-summary" className="eyebrow">
        The full summary
      </h3>
      <div {...language}>
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two parts can bear one title, and none ever moves
          <div key={index} className="mt-5">
            {part.title === null ? null : (
              <h4 className="mb-2 font-serif text-[1.375rem] leading-snug font-medium tracking-[-0.01em] text-balance">
                {part.title}
              </h4>
            )}
            <div className="prose-page space-y-[0.8em]">
              {part.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
