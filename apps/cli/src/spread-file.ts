import { HOURS_OF_WEEK } from '@tradeloom/market-data'
import { InputError } from './input-error.ts'
import { readText } from './read-text.ts'

const HEADER = 'hour,pips'

/**
 * The 168 spreads in pips of a CSV file with the header `hour,pips` and one row for each hour of the week, 0 being
 * Sunday 00:00 UTC. Throws InputError with file and line.
 */
export async function readSpreadFile(file: string): Promise<number[]> {
  const text = await readText(file)
  const lines = text.split(/\r?\n/)
  const fail = (line: number | null, what: string): never => {
    throw new InputError(`${file}${line === null ? '' : ` line ${line}`}: ${what}`)
  }
  if (lines[0]?.replaceAll(' ', '') !== HEADER) fail(1, `the header is not ${HEADER}`)
  const byHour: (number | undefined)[] = Array.from({ length: HOURS_OF_WEEK })
  for (const [index, row] of lines.entries()) {
    if (index === 0 || row.trim() === '') continue
    const [hour = Number.NaN, pips = Number.NaN, ...more] = row.split(',').map(cellNumber)
    if (!Number.isInteger(hour) || hour < 0 || hour >= HOURS_OF_WEEK)
      fail(index + 1, `${row} does not begin with an hour from 0 to ${HOURS_OF_WEEK - 1}`)
    if (!Number.isFinite(pips) || pips < 0 || more.length > 0)
      fail(index + 1, `${row} has no spread of at least 0 pips`)
    if (byHour[hour] !== undefined) fail(index + 1, `hour ${hour} comes twice`)
    byHour[hour] = pips
  }
  return byHour.map((pips, hour) => pips ?? fail(null, `hour ${hour} is missing`))
}

/** The text that `readSpreadFile` reads. */
export function spreadFileText(byHour: readonly number[]): string {
  return `${[HEADER, ...byHour.map((pips, hour) => `${hour},${pips}`)].join('\n')}\n`
}

function cellNumber(cell: string): number {
  return cell.trim() === '' ? Number.NaN : Number(cell)
}
