import type { Bus } from '@tradeloom/bus'

/** How long prices are wanted; who still wants them says so again before. */
const WANTED_MS = 10_000
/** Subjects of new rows in the tick log, by instrument. */
const TICKS = 'tick.'

/** Says on the bus that prices of instruments are wanted, by whom. */
export function wantPrices(
  bus: Pick<Bus, 'publish'>,
  { by, instrumentIds, now }: { readonly by: string; readonly instrumentIds: readonly string[]; readonly now: number },
): void {
  for (const instrumentId of instrumentIds) bus.publish('feed.wanted', { instrumentId, by, until: now + WANTED_MS })
}

/** Calls the listener when there are new rows of an instrument in the tick log. */
export function followTicks(
  bus: Pick<Bus, 'subscribe'>,
  listener: (instrumentId: string) => void,
): { unsubscribe(): void } {
  // The opposite of subjectWord.
  return bus.subscribe(`${TICKS}*`, ({ subject }) => listener(decodeURIComponent(subject.slice(TICKS.length))))
}
