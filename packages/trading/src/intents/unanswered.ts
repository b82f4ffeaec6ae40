/** After it, a request that is UNKNOWN is told again, and its owner may say that it has come to nothing. */
const UNANSWERED_MS = 15 * 60_000

interface SentRequest {
  readonly sentAt: Date | null
  readonly decidedAt: Date
}

/** From when the owner of an UNKNOWN request may say so while its venue is asked, UTC milliseconds. */
export function unansweredFrom({ sentAt, decidedAt }: SentRequest): number {
  return (sentAt ?? decidedAt).getTime() + UNANSWERED_MS
}

/** Those that were sent before it are unanswered. */
export function unansweredBefore(now: number): Date {
  return new Date(now - UNANSWERED_MS)
}
