import type { EndpointName } from '@tradeloom/contracts'

interface KeptReply {
  readonly etag: string
  /** Parsed; nobody changes it. */
  readonly value: unknown
}

/** Long lists that pages request again and again. */
const KEPT: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'listSharedAlgorithms',
  'listOwnAlgorithms',
  'listBacktests',
  'listAlgorithmBacktests',
  'listSharedAlgorithmBacktests',
])
const MAX_KEPT = 30

/**
 * Replies by address, so that a list that has not changed is neither sent nor parsed again. They are kept here and not by
 * the browser, which would write private data to the disk.
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

/** To be called when another user signs in, or nobody is signed in any more. */
export function forgetReplies(): void {
  kept.clear()
}
