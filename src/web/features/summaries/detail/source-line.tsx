import { Fragment } from 'react'
import { content } from '../../../../shared/content.ts'
import { hasFileDate } from '../../../../shared/document.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import { capturedLine, replacedTitle } from '../../../../shared/summary/summary-text.ts'
import { hideImage } from '../../../components/avatar.tsx'
import { publicationDay } from '../../../lib/dates.ts'
import { hostOf, languageWords, lengthOf, typeName } from '../describe.ts'

/** Whether "article text" repeats the type "Article". */
const repeatsType = (readAs: string, type: string): boolean =>
  readAs.toLowerCase().includes(type.toLowerCase().replace('\u2011', '-'))

/**
 * Facts about a source. `lead` is its site, or where a captured page was seen, and a video's channel, since the line above
 * the title names YouTube; else the author. `facts` has author, date of publication or of the file, length and language;
 * `origin` what the foot of the page shows: the title before the summary was renamed, or who proposed it, file name, type,
 * and how it was read.
 */
export function sourceFacts(summary: SummaryContent): { lead: string | null; facts: string[]; origin: string[] } {
  const { author, contentType, publishedAt, sourceInfo, page, originalUrl } = summary
  const captured = capturedLine(summary)
  const isChannel = contentType === 'youtube' && Boolean(author)
  const site = isChannel ? null : (summary.site ?? hostOf(originalUrl))
  // The line on a captured page has the host.
  const names = [
    captured,
    captured !== null && site === hostOf(originalUrl) ? null : site,
    author === site ? null : author,
  ]
  const [lead = null, ...others] = names.filter((name) => name !== null && name !== '')
  const readAs = sourceInfo?.readAs ?? null
  // The line above the title has the type where the kind of source is unknown.
  const type = page?.kind ? typeName(summary) : null
  const title = replacedTitle(summary)
  const isGiven = (fact: string | null | undefined): fact is string => Boolean(fact)
  return {
    lead,
    facts: [
      ...others,
      publishedAt === null
        ? null
        : `${hasFileDate(sourceInfo) ? 'File dated' : 'Published'} ${publicationDay(publishedAt)}`,
      lengthOf(summary),
      languageWords(summary),
    ].filter(isGiven),
    origin: [
      title === null ? null : `“${title}”`,
      summary.titleSource === 'page' ? `Title by ${content.productName}` : null,
      sourceInfo?.fileName,
      type,
      readAs !== null && type !== null && repeatsType(readAs, type) ? null : readAs,
    ].filter(isGiven),
  }
}

/** The line under the title: facts about the source. Videos have their thumbnail beside it. */
export function SourceLine({ summary }: { summary: SummaryContent }) {
  const { lead, facts } = sourceFacts(summary)
  const { contentType, thumbnailUrl } = summary
  return (
    <div className="mt-2.5 mb-5.5 flex items-start gap-4 text-[0.8125rem]/6 text-ink-soft">
      {/* The space between facts is for copies and screen readers, and has the direction of the page. */}
      <p className="min-h-6 min-w-0 flex-1 text-balance *:me-2.5 *:inline-block *:max-w-full *:wrap-anywhere">
        {lead === null ? null : (
          <b className="font-medium text-ink">
            <bdi>{lead}</bdi>
          </b>
        )}
        {facts.map((fact) => (
          <Fragment key={fact}>
            {' '}
            <span>
              <bdi>{fact}</bdi>
            </span>
          </Fragment>
        ))}
      </p>
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
