import { foldText } from '../../formats/clean-text.ts'
import { type Chapter, chaptersOfDescription } from './chapters.ts'
import { microformatOf, type PlayerResponse } from './player-response.ts'

/** A picture of a video; 0 where its size is not known. */
interface Thumbnail {
  url: string
  width: number
  height: number
}

/** Facts about a video besides its captions; empty, null or 0 if unknown. */
export interface VideoFacts {
  title: string
  channel: string
  description: string
  durationSeconds: number
  thumbnails: readonly Thumbnail[]
  /** ISO 8601 date or date-time. */
  publishedAt: string | null
  chapters: readonly Chapter[]
}

export const noFacts: VideoFacts = {
  title: '',
  channel: '',
  description: '',
  durationSeconds: 0,
  thumbnails: [],
  publishedAt: null,
  chapters: [],
}

/** A date or date-time in ISO 8601 form; null for anything else. */
export function isoDate(text: string): string | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/u.exec(text)
  const date = compact === null ? text : compact.slice(1).join('-')
  return /^\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,15}(?:Z|[+-]\d{2}:?\d{2})?)?$/u.test(date) && !Number.isNaN(Date.parse(date))
    ? date
    : null
}

/** The largest picture that is served over https; addresses without a scheme are. */
export function bestThumbnail(thumbnails: readonly Thumbnail[]): string | null {
  const secure = thumbnails.flatMap((thumbnail) => {
    const url = URL.parse(thumbnail.url, 'https://i.ytimg.com')
    return url?.protocol === 'https:' ? [{ href: url.href, area: thumbnail.width * thumbnail.height }] : []
  })
  return secure.reduce((best, one) => (one.area > best.area ? one : best), { href: '', area: -1 }).href || null
}

/** The facts that the answer of the player holds. */
export function factsOfPlayer(player: PlayerResponse): VideoFacts {
  const { videoDetails: details } = player
  const page = microformatOf(player)
  return {
    title: foldText(details?.title || page?.title || ''),
    channel: foldText(details?.author || page?.ownerChannelName || ''),
    description: details?.shortDescription || page?.description || '',
    durationSeconds: details?.lengthSeconds || page?.lengthSeconds || 0,
    thumbnails: [...(details?.thumbnail ?? []), ...(page?.thumbnail ?? [])],
    publishedAt: isoDate(page?.publishDate ?? '') ?? isoDate(page?.uploadDate ?? ''),
    chapters: [],
  }
}

/** The first facts, completed by the second. */
export function mergeFacts(first: VideoFacts, second: VideoFacts): VideoFacts {
  return {
    title: first.title || second.title,
    channel: first.channel || second.channel,
    description: first.description || second.description,
    durationSeconds: first.durationSeconds || second.durationSeconds,
    thumbnails: [...first.thumbnails, ...second.thumbnails],
    publishedAt: first.publishedAt ?? second.publishedAt,
    chapters: first.chapters.length > 0 ? first.chapters : second.chapters,
  }
}

/** The chapters of a video: the author's own out of the description, else those that were found with it. */
export function chaptersOf(facts: VideoFacts): readonly Chapter[] {
  const described = chaptersOfDescription(facts.description, facts.durationSeconds)
  return described.length > 0 ? described : facts.chapters
}
