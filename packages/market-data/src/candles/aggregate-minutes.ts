import { BAR_COLUMNS, type BarColumns, type BarDays, type BarInterval, barStart } from '@tradeloom/domain'

/** Bars of an interval, of both sides, from minutes that are sorted by time. */
export function aggregateMinutes(minutes: BarColumns, interval: BarInterval, days: BarDays): BarColumns {
  const bars = Object.fromEntries(BAR_COLUMNS.map((name) => [name, new Float64Array(minutes.time.length)])) as {
    [Name in (typeof BAR_COLUMNS)[number]]: Float64Array
  }
  let count = 0
  for (let row = 0; row < minutes.time.length; row++) {
    const start = barStart(minutes.time[row] as number, interval, days)
    if (count === 0 || bars.time[count - 1] !== start) {
      for (const name of BAR_COLUMNS) bars[name][count] = minutes[name][row] as number
      bars.time[count++] = start
      continue
    }
    const at = count - 1
    for (const side of ['bid', 'ask'] as const) {
      const [high, low] = [bars[`${side}High`], bars[`${side}Low`]]
      high[at] = Math.max(high[at] as number, minutes[`${side}High`][row] as number)
      low[at] = Math.min(low[at] as number, minutes[`${side}Low`][row] as number)
      bars[`${side}Close`][at] = minutes[`${side}Close`][row] as number
    }
    bars.volume[at] = (bars.volume[at] as number) + (minutes.volume[row] as number)
  }
  const cut = BAR_COLUMNS.map((name) => [name, bars[name].slice(0, count)])
  return { kind: 'bar', ...Object.fromEntries(cut) } as BarColumns
}
