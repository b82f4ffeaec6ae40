import { cellNumber, readTable, TableError, type TableReading, readIsoTime, SETTING_TABLES } from '@tradeloom/domain'

const { header: HEADER, min, max, maxRows } = SETTING_TABLES.swapRates

/** By the first millisecond of a day (UTC). */
export type SwapRates = [day: number, long: number, short: number][]

/**
 * Swap rates from CSV text with the header `day,long,short`: days as 2024-02-01, ascending, each the day in New York on
 * whose 17:00 the rates are booked; rates in the unit of the swap model, credits positive.
 */
export function readSwapRates(text: string): TableReading<SwapRates> {
  const rates: SwapRates = []
  return readTable(
    text,
    HEADER,
    (cells, line) => {
      const [written = '', long, short] = cells
      const day = /^\d{4}-\d{2}-\d{2}$/.test(written) ? readIsoTime(written) : Number.NaN
      if (!(day >= 0)) throw new TableError(`"${written}" is not a day like 2024-02-01`, line)
      if (cells.length !== 3) throw new TableError(`has ${cells.length} cells instead of 3`, line)
      if (day <= (rates.at(-1)?.[0] ?? -1)) throw new TableError('days must ascend', line)
      if (rates.length === maxRows) throw new TableError(`at most ${maxRows} days are allowed`, line)
      rates.push([day, rateOf(long, line), rateOf(short, line)])
    },
    () => {
      if (rates.length === 0) throw new TableError('there are no rates', null)
      return rates
    },
  )
}

/** The text that `readSwapRates` reads. */
export function writeSwapRates(rates: SwapRates): string {
  const rows = rates.map(([day, long, short]) => `${new Date(day).toISOString().slice(0, 10)},${long},${short}`)
  return `${[HEADER, ...rows].join('\n')}\n`
}

function rateOf(cell: string | undefined, line: number): number {
  const rate = cellNumber(cell)
  if (rate >= min && rate <= max) return rate
  throw new TableError(`"${cell ?? ''}" is not a rate like -0.62`, line)
}
