/** One thing that is not as it was when a run was made. */
export interface RunDifference {
  readonly what:
    | 'result'
    | 'trades'
    | 'script'
    | 'engine'
    | 'data'
    | 'settings'
    | 'costs'
    | 'indicators'
    | 'calendar'
    | 'seed'
  readonly before: string
  readonly now: string
  /** A sentence for the trader. */
  readonly text: string
}

/** A series as the manifest of a run has it. */
export interface DataEntry {
  readonly instrumentId: string
  readonly use: string
  readonly interval: string
  readonly price: string
  readonly hash: string
  readonly spread?: string | undefined
  /** Hash of each month that it was read from; missing in older manifests. */
  readonly months?: readonly (readonly [month: string, hash: string])[] | undefined
}

/** Names instrument, interval and months wherever the prices of two runs differ. */
export function compareData(then: readonly DataEntry[], now: readonly DataEntry[]): RunDifference[] {
  const key = ({ instrumentId, use }: DataEntry): string => `${instrumentId} ${use}`
  const left = new Map(now.map((entry) => [key(entry), entry]))
  const differences = then.flatMap((old) => {
    const fresh = left.get(key(old))
    left.delete(key(old))
    return fresh ? ofSeries(old, fresh) : [data(old.hash, '', `${nameOf(old)}: the prices no longer exist.`)]
  })
  const added = [...left.values()].map((entry) =>
    data('', entry.hash, `${nameOf(entry)}: these prices were not there.`),
  )
  return [...differences, ...added]
}

function ofSeries(old: DataEntry, fresh: DataEntry): RunDifference[] {
  if (old.interval !== fresh.interval || old.price !== fresh.price) {
    const text = `${old.instrumentId}: the run read ${seriesOf(old)} then, ${seriesOf(fresh)} now.`
    return [data(old.hash, fresh.hash, text)]
  }
  const spread: RunDifference[] =
    old.spread === fresh.spread || old.spread === undefined
      ? []
      : [
          {
            what: 'costs',
            before: old.spread,
            now: fresh.spread ?? '',
            text: `${old.instrumentId}: the spread was “${old.spread}”, is “${fresh.spread ?? ''}”.`,
          },
        ]
  if (old.months === undefined || fresh.months === undefined) {
    // The hash also depends on the spread that one-price data is given.
    if (old.hash === fresh.hash || spread.length > 0) return spread
    return [data(old.hash, fresh.hash, `${nameOf(old)}: the prices have changed.`)]
  }
  return [...ofMonths(old, old.months, fresh.months), ...spread]
}

function ofMonths(
  series: DataEntry,
  then: NonNullable<DataEntry['months']>,
  now: NonNullable<DataEntry['months']>,
): RunDifference[] {
  const [old, fresh] = [new Map(then), new Map(now)]
  const changed = then.filter(([month, hash]) => fresh.has(month) && fresh.get(month) !== hash)
  const gone = then.filter(([month]) => !fresh.has(month))
  const added = now.filter(([month]) => !old.has(month))
  return [
    ...months(series, changed, 'have changed', (month) => [old.get(month) ?? '', fresh.get(month) ?? '']),
    ...months(series, gone, 'are gone', (month) => [old.get(month) ?? '', '']),
    ...months(series, added, 'have been added', (month) => ['', fresh.get(month) ?? '']),
  ]
}

function months(
  series: DataEntry,
  list: NonNullable<DataEntry['months']>,
  happened: string,
  hashes: (month: string) => readonly [string, string],
): RunDifference[] {
  const names = list.map(([month]) => month)
  const [first] = names
  if (first === undefined) return []
  const [then, now] = hashes(first)
  return [data(then, now, `${nameOf(series)}: the prices of ${listOf(names)} ${happened}.`)]
}

/** `2024-01, 2024-02 and 2024-05`; long lists end with how many more there are. */
function listOf(names: readonly string[]): string {
  const shown = names.length > MAX_MONTHS ? [...names.slice(0, MAX_MONTHS), `${names.length - MAX_MONTHS} more`] : names
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const MAX_MONTHS = 12

function nameOf(entry: DataEntry): string {
  return `${entry.instrumentId} ${seriesOf(entry)}`
}

function seriesOf({ interval, price, use }: DataEntry): string {
  return `${interval} ${price === 'quote' ? 'bid and ask' : price}${use === 'traded' ? '' : ` (${use})`}`
}

function data(then: string, now: string, text: string): RunDifference {
  return { what: 'data', before: then, now, text }
}
