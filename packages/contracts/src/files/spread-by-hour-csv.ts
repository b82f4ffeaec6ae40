import { cellNumber, readTable, TableError, type TableReading, HOURS_OF_WEEK, SETTING_TABLES } from '@tradeloom/domain'

const { header: HEADER, min, max } = SETTING_TABLES.spreadByHour

/**
 * The 168 spreads in pips of CSV text with the header `hour,pips` and one row for each hour of the week, 0 being Sunday
 * 00:00 UTC: what `tradeloom spread` writes.
 */
export function readSpreadByHour(text: string): TableReading<number[]> {
  const byHour: (number | undefined)[] = Array.from({ length: HOURS_OF_WEEK })
  return readTable(
    text,
    HEADER,
    (cells, line) => {
      const [hour, pips] = [cellNumber(cells[0]), cellNumber(cells[1])]
      if (!Number.isInteger(hour) || hour < 0 || hour >= HOURS_OF_WEEK) {
        throw new TableError(`"${cells[0] ?? ''}" is not an hour from 0 to ${HOURS_OF_WEEK - 1}`, line)
      }
      if (!(pips >= min && pips <= max)) {
        throw new TableError(`"${cells[1] ?? ''}" is not a spread from ${min} to ${max} pips`, line)
      }
      if (cells.length > 2) throw new TableError(`has ${cells.length} cells instead of 2`, line)
      if (byHour[hour] !== undefined) throw new TableError(`hour ${hour} comes twice`, line)
      byHour[hour] = pips
    },
    () =>
      byHour.map((pips, hour) => {
        if (pips === undefined) throw new TableError(`hour ${hour} is missing`, null)
        return pips
      }),
  )
}

/** The text that `readSpreadByHour` reads. */
export function writeSpreadByHour(byHour: readonly number[]): string {
  return `${[HEADER, ...byHour.map((pips, hour) => `${hour},${pips}`)].join('\n')}\n`
}
