import type { EndpointName } from '@tradeloom/contracts'

interface KeptReply {
  readonly etag: string
  /** The parsed value, which callers must not modify. */
  readonly value: unknown
}

/** Long lists that pages request repeatedly. */
const KEPT: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'listSharedAlgorithms',
  'listOwnAlgorithms',
  'listBacktests',
  'listAlgorithmBacktests',
])
const MAX_KEPT = 30

/**
 * Replies by address, so that unchanged lists are neither sent nor parsed again. They are stored here rather than by
 * the browser, which would write private data to disk.
 */
const kept = new Map<string, KeptReply>()

export function keptReply(url: string): KeptReply | undefined {
  return kept.get(url)
}

export function keepReply(name: EndpointName, url: string, etag: string | null, value: unknown): void {
  kept.delete(url)
  if (etag === null || !KEPT.has(name)) return
  kept.set(url, { etag, value })
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string)
}

/** Call when another user signs in or the user signs out. */
export function forgetReplies(): void {
  kept.clear()
}
