import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The samples with their scripts, and what the look-ahead analysis found in them. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'samples')

export const SAMPLES = [
  {
    name: 'Moving average cross',
    file: 'moving-average-cross.js',
    description:
      'Follows the trend: long while a fast moving average of closes is above a slow one, and ' +
      'short while it is below. Every cross closes the open position and opens the opposite one.',
  },
  {
    name: 'RSI mean reversion',
    file: 'rsi-mean-reversion.js',
    description:
      'Trades over-extension: buys when the relative strength index rises back above a threshold, sells when it ' +
      'falls back below the opposite one, and leaves the exit to a stop loss and a take profit.',
  },
  {
    name: 'Donchian breakout',
    file: 'donchian-breakout.js',
    description:
      'Trades breakouts: a close above the highest high of recent bars opens a long position, a close below the lowest ' +
      'low a short one. A trailing stop of several average true ranges lets profits run.',
  },
  {
    name: 'Pair trading',
    file: 'pair-trading.js',
    description:
      'Trades two instruments against each other: when the spread between them is unusually wide, measured in standard ' +
      'deviations (z-score), sells the expensive one, buys the cheap one, and closes both when the spread is back to normal.',
  },
] as const

export function sampleFile(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}
