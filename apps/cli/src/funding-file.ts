import { InputError } from './input-error.ts'
import { parseTime } from './options/parse-backtest-options.ts'
import { readText } from './read-text.ts'

const HEADER = 'time,rate'

/**
 * Funding rates of a perpetual from a CSV file with the header `time,rate`: times as milliseconds or ISO 8601, UTC
 * unless they say otherwise, ascending; rates as fractions. Throws InputError with file and line.
 */
export async function readFundingFile(file: string): Promise<[time: number, rate: number][]> {
  const text = await readText(file)
  const lines = text.split(/\r?\n/)
  if (lines[0]?.replaceAll(' ', '') !== HEADER) throw new InputError(`${file} line 1: the header is not ${HEADER}`)
  const rates: [number, number][] = []
  for (const [index, row] of lines.entries()) {
    if (index === 0 || row.trim() === '') continue
    const [moment = '', share = '', ...more] = row.split(',').map((cell) => cell.trim())
    const time = timeOf(moment, `${file} line ${index + 1}:`)
    const rate = share === '' ? Number.NaN : Number(share)
    if (!Number.isFinite(rate) || more.length > 0) throw new InputError(`${file} line ${index + 1}: ${row} has no rate`)
    if (time <= (rates.at(-1)?.[0] ?? -Infinity)) {
      throw new InputError(`${file} line ${index + 1}: times must ascend`)
    }
    rates.push([time, rate])
  }
  if (rates.length === 0) throw new InputError(`${file} has no rates`)
  return rates
}

/** Milliseconds of 2000 to 2200, so that seconds and dates without signs between are told from them. */
function timeOf(moment: string, place: string): number {
  if (!/^\d+$/.test(moment)) return parseTime(place, moment)
  const time = Number(moment)
  if (time >= Date.UTC(2000, 0) && time < Date.UTC(2200, 0)) return time
  throw new InputError(`${place} ${moment} is neither milliseconds since 1970, like 1706745600000, nor ISO 8601`)
}
