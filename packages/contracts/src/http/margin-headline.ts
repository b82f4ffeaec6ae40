type Statistics = Readonly<Record<string, number | null | undefined>>

/**
 * Returns one sentence about an account that could no longer trade; null for any other. The engine's `MarginRecord`
 * decides.
 */
export function marginHeadline(statistics: Statistics | null): string | null {
  const since = statistics?.['outOfMarginSince'] ?? null
  const rejections = statistics?.['marginRejections'] ?? 0
  const rejected = `${rejections.toLocaleString('en-US')} ${rejections === 1 ? 'order' : 'orders'} rejected`
  if (since !== null) {
    const day = new Date(since).toISOString().slice(0, 10)
    return rejections === 0
      ? `Ran out of margin on ${day}; the broker closed the last position; no positions since`
      : `Ran out of margin on ${day}; ${rejected}; no positions since`
  }
  if (rejections === 0 || statistics?.['positionCount'] !== 0) return null
  return `Not enough margin for any order; ${rejected}; no positions`
}
