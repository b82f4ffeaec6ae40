import { readFile } from 'node:fs/promises'
import { InputError } from './input-error.ts'
import { parseTime } from './options/parse-backtest-options.ts'

const HEADER = 'time,rate'

/**
 * Funding rates of a perpetual from a CSV file with the header `time,rate`: times as milliseconds or ISO 8601, UTC
 * unless they say otherwise, ascending; rates as fractions. Throws InputError with file and line.
 */
export async function readFundingFile(file: string): Promise<[time: number, rate: number][]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InputError(`${file}: no such file`)
  })
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.replaceAll(' ', '') !== HEADER) throw new InputError(`${file} line 1: the header is not ${HEADER}`)
  const rates: [number, number][] = []
  for (const [index, row] of lines.entries()) {
    if (index === 0 || row.trim() === '') continue
    const [moment = '', share = '', ...more] = row.split(',').map((cell) => cell.trim())
    const time = /^\d+$/.test(moment) ? Number(moment) : parseTime(`${file} line ${index + 1}:`, moment)
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
