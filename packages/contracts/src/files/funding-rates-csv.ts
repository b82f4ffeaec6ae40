import { cellNumber, readTable, TableError, type TableReading, readIsoTime, SETTING_TABLES } from '@tradeloom/domain'

const { header: HEADER, min, max, maxRows } = SETTING_TABLES.fundingRates

export type FundingRates = [time: number, rate: number][]

/**
 * Funding rates of a perpetual from CSV text with the header `time,rate`: times as milliseconds or ISO 8601, UTC unless
 * they have a zone, ascending; rates as fractions, so 0.0001 is 0.01%.
 */
export function readFundingRates(text: string): TableReading<FundingRates> {
  const rates: FundingRates = []
  return readTable(
    text,
    HEADER,
    (cells, line) => {
      const [written = '', share = ''] = cells
      const time = timeOf(written)
      if (Number.isNaN(time))
        throw new TableError(`"${written}" is not a time like 2024-02-01T08:00Z or 1706774400000`, line)
      const rate = cellNumber(share)
      if (!(rate >= min && rate <= max)) throw new TableError(`"${share}" is not a rate like 0.0001`, line)
      if (cells.length > 2) throw new TableError(`has ${cells.length} cells instead of 2`, line)
      if (time <= (rates.at(-1)?.[0] ?? -1)) throw new TableError('times must ascend', line)
      if (rates.length === maxRows) {
        throw new TableError(`at most ${maxRows} rates are allowed`, line)
      }
      rates.push([time, rate])
    },
    () => {
      if (rates.length === 0) throw new TableError('there are no rates', null)
      return rates
    },
  )
}

/** The text that `readFundingRates` reads. */
export function writeFundingRates(rates: FundingRates): string {
  return `${[HEADER, ...rates.map(([time, rate]) => `${new Date(time).toISOString()},${rate}`)].join('\n')}\n`
}

/** Milliseconds between 2000 and 2200, so that seconds and dates without separators are refused. */
function timeOf(text: string): number {
  if (!/^\d+$/.test(text)) return readIsoTime(text)
  const time = Number(text)
  return time >= Date.UTC(2000, 0) && time < Date.UTC(2200, 0) ? time : Number.NaN
}
