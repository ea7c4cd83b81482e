import { useContext } from 'react'
import { readableUrl } from '../../../../shared/source-url.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import { capturedLine, replacedTitle } from '../../../../shared/summary/summary-text.ts'
import { hideImage } from '../../../components/avatar.tsx'
import { WritingContext } from '../../../components/reading-context.ts'
import { cn } from '../../../lib/cn.ts'
import { publicationDay } from '../../../lib/dates.ts'
import { hostOf, languageWords, lengthOf, timesOf, typeName } from '../describe.ts'

/** Site, author and file, after where a captured page was seen. A video has its channel; the line above the title names YouTube. */
function namesOf(summary: SummaryContent): (string | null)[] {
  const { author, contentType, sourceInfo } = summary
  const captured = capturedLine(summary)
  if (contentType === 'youtube' && author) return [captured, author]
  const site = summary.site ?? hostOf(summary.originalUrl)
  // The line on a captured page has the host.
  return [
    captured,
    captured !== null && site === hostOf(summary.originalUrl) ? null : site,
    author === site ? null : author,
    sourceInfo?.fileName ?? null,
  ]
}

/** Whether "article text" repeats the type "Article". */
const repeatsType = (readAs: string, type: string): boolean =>
  readAs.toLowerCase().includes(type.toLowerCase().replace('\u2011', '-'))

/** Facts about a source: names, publication date, length, language, how it was read. The first name leads. */
export function sourceFacts(summary: SummaryContent): { lead: string | null; facts: string[] } {
  const { publishedAt, sourceInfo, page } = summary
  const [lead = null, ...others] = namesOf(summary).filter((name) => name !== null && name !== '')
  const readAs = sourceInfo?.readAs ?? null
  // The eyebrow of a page names the kind of source, so the type is here.
  const type = page?.kind ? typeName(summary) : null
  const title = replacedTitle(summary)
  const facts = [
    title === null ? null : `“${title}”`,
    ...others,
    publishedAt === null ? null : `Published ${publicationDay(publishedAt)}`,
    lengthOf(summary),
    languageWords(summary),
    type,
    readAs !== null && type !== null && repeatsType(readAs, type) ? null : readAs,
  ]
  return { lead, facts: facts.filter((fact) => fact !== null) }
}

/** The lines under the title: facts about the source, and its URL. Videos have their thumbnail beside them. */
export function SourceLine({ summary }: { summary: SummaryContent }) {
  const { lead, facts } = sourceFacts(summary)
  const { originalUrl, contentType, thumbnailUrl } = summary
  // The URL begins with the host.
  const name = lead === hostOf(originalUrl) ? null : lead
  const isWriting = useContext(WritingContext)
  const times = timesOf(summary)
  // The times begin with the length of a video.
  const length = times === null || contentType !== 'youtube' ? null : lengthOf(summary)
  return (
    <div className="mt-3 mb-6 flex items-start gap-4 text-[0.8125rem] text-ink-soft">
      <div className="min-w-0 flex-1 space-y-1">
        <p className="flex flex-wrap gap-x-3.5 gap-y-1">
          {name === null ? null : (
            <b dir="auto" className="min-w-0 font-medium wrap-anywhere text-ink">
              {name}
            </b>
          )}
          {facts
            .filter((fact) => fact !== length)
            .map((fact) => (
              <span key={fact} dir="auto" className="min-w-0 wrap-anywhere">
                {fact}
              </span>
            ))}
          {times === null ? null : (
            // Reserves its space while the summary grows.
            <span dir="auto" className={cn('min-w-0 wrap-anywhere', isWriting && 'invisible')}>
              {times}
            </span>
          )}
        </p>
        {originalUrl === null ? null : (
          <p>
            <a
              dir="ltr"
              href={originalUrl}
              target="_blank"
              rel="noopener noreferrer"
              title={originalUrl}
              className="relative touch-target line-clamp-2 w-fit break-all underline sm:line-clamp-1 decoration-line-strong/60 underline-offset-3 hover:text-ink hover:decoration-ink"
            >
              {readableUrl(originalUrl)}
            </a>
          </p>
        )}
      </div>
      {contentType === 'youtube' && thumbnailUrl !== null ? (
        <img
          key={thumbnailUrl}
          src={thumbnailUrl}
          alt=""
          referrerPolicy="no-referrer"
          onError={hideImage}
          className="aspect-video w-28 shrink-0 rounded-chip bg-sunk object-cover sm:w-40"
        />
      ) : null}
    </div>
  )
}
