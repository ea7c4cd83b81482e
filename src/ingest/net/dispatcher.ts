import type { Dispatcher } from 'undici'
import { uploadGroups } from '../../shared/uploads.ts'
import { guardedLookup, type Resolver, systemResolver } from './ssrf-guard.ts'

export interface FetchConfig {
  /** Allows private, loopback and link-local addresses; for development only. */
  allowPrivateAddresses: boolean
  /**
   * An HTTP proxy for all outbound requests. It resolves names, so it must reject private addresses itself: only literal
   * addresses, and names that this machine can resolve, are checked here.
   */
  outboundProxyUrl: string | null
  /** An origin that may be private although others may not: a service that the operator has configured. */
  trustedOrigin?: string
  /** Resolves host names; defaults to the system's resolver. */
  resolve?: Resolver
  limits?: Partial<FetchLimits>
}

export const DEFAULT_LIMITS = {
  firstByteMs: 15_000,
  totalMs: 30_000,
  /** Size of a page's body, decompressed. */
  maxBytes: 10 * 1024 * 1024,
  /** Maximum size of documents and e-books: that of uploads. */
  maxFileBytes: uploadGroups.epub.maxBytes,
  /** Size and time of recordings. */
  maxRecordingBytes: uploadGroups.audio.maxBytes,
  recordingMs: 10 * 60_000,
  maxRedirects: 10,
}
export type FetchLimits = typeof DEFAULT_LIMITS

export async function openDispatcher(
  config: FetchConfig,
  limits: FetchLimits,
  allowPrivate: boolean,
): Promise<Dispatcher> {
  // Loaded with the first page, to start faster.
  const { Agent, ProxyAgent } = await import('undici')
  const options = {
    connectTimeout: limits.firstByteMs,
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.firstByteMs,
    keepAliveTimeout: 1000,
    maxHeaderSize: 64 * 1024,
  }
  if (config.outboundProxyUrl !== null) return new ProxyAgent({ uri: config.outboundProxyUrl, ...options })
  const lookup = guardedLookup(config.resolve ?? systemResolver, allowPrivate)
  return new Agent({ ...options, connect: { lookup, timeout: limits.firstByteMs } })
}
