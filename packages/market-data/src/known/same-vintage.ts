import type { KnownRevision, Revision } from '@tradeloom/domain'

/**
 * What a vintage states otherwise than when it was stored. Archives name vintages by their days, so that what comes later on
 * a day replaces what came first; it is known from when it was seen on. `again` is all that became known with the vintage.
 */
export function changedOfVintage(
  known: readonly KnownRevision[],
  again: readonly Revision[],
  vintage: string,
  now: number,
): KnownRevision[] {
  const last = new Map<number, number>()
  const before = new Map<number, number>()
  const stated = new Map<number, Revision>()
  for (const one of known) {
    last.set(one.periodStart, one.value)
    if (one.vintage === vintage) stated.set(one.periodStart, one)
    else before.set(one.periodStart, one.value)
  }
  // A change that is taken back leaves what was known before.
  for (const [start, one] of stated) stated.set(start, { ...one, value: before.get(start) ?? NaN })
  for (const one of again) stated.set(one.periodStart, one)
  return [...stated.values()]
    .filter(({ periodStart, value }) => !Object.is(last.get(periodStart) ?? NaN, value))
    .map((one) => {
      // A day without a time is over first in any case.
      const isSeen = now > one.knownAt
      return { ...one, knownAt: isSeen ? now : one.knownAt, quality: isSeen ? 'observed' : 'vintage' }
    })
}
