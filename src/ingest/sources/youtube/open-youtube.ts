import { parseSourceUrl } from '../../../shared/source-url.ts'
import type { PackedDocument } from '../../../threads/packed-document.ts'
import { createPageFetcher, type FetchLimits } from '../../net/fetch-page.ts'
import { type Parser, withMinWords } from '../../parsing/parse-task.ts'
import { type ReadOptions, readVideo } from './read-video.ts'

export interface YouTubeConfig {
  /** https://www.youtube.com, or a stand-in. */
  origin: string
  /** Where yt-dlp is; null where it isn't used. */
  ytDlpPath: string | null
}

const itself: YouTubeConfig = { origin: 'https://www.youtube.com', ytDlpPath: null }

/** Several clients are asked one after the other, so none of them may keep a person waiting for long. */
const limits: Partial<FetchLimits> = { firstByteMs: 8000, totalMs: 15_000 }

export interface YouTube {
  /**
   * Reads a video.
   *
   * @throws AppError those of `parseSourceUrl` and `readVideo`
   */
  read(url: string, options: ReadOptions): Promise<PackedDocument>
  close(): Promise<void>
}

/** Opens the way to YouTube. Its origin is the operator's word, so it may be on a private network. */
export function openYouTube(
  config: { allowPrivateAddresses: boolean; outboundProxyUrl: string | null; youtube?: YouTubeConfig },
  parser: Parser,
): YouTube {
  const { origin, ytDlpPath } = config.youtube ?? itself
  const { allowPrivateAddresses, outboundProxyUrl } = config
  const trustedOrigin = new URL(origin).origin
  const fetcher = createPageFetcher({ allowPrivateAddresses, outboundProxyUrl, trustedOrigin, limits })
  const ytDlp = ytDlpPath === null ? null : { path: ytDlpPath, proxyUrl: outboundProxyUrl }
  return {
    async read(url, options) {
      const deps = { fetcher, parser: withMinWords(parser, options.minWords), origin: trustedOrigin, ytDlp }
      return await readVideo(deps, parseSourceUrl(url), options)
    },
    close: () => fetcher.close(),
  }
}
