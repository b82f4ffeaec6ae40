import { BAR_COLUMNS, type BarColumns, UserError } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { warmUpBars } from '../../trading-core/prices/warm-up-bars.ts'
import { barInputs, missingHistory, packBars, unpackBars } from './session-history.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const NOW = Date.UTC(2024, 0, 10, 12, 0, 30)

function bars(from: number, count: number): BarColumns {
  const columns = BAR_COLUMNS.map((name, at) => [
    name,
    Float64Array.from({ length: count }, (_, row) => (name === 'time' ? from + row * MINUTE : 1 + at / 10 + row / 7)),
  ])
  return { kind: 'bar', ...Object.fromEntries(columns) } as BarColumns
}

function source(stored: BarColumns | null, live: BarColumns) {
  return {
    stored: {
      instrument: async () => (stored ? { series: [{ last: stored.time.at(-1) }] } : null),
      load: async () => {
        if (!stored) throw new UserError('no-data', 'none')
        return stored
      },
    },
    live: {
      read: async (_: string, from: number, to: number) => {
        const kept = [...live.time].map((time, row) => (time >= from && time < to ? row : -1)).filter((row) => row >= 0)
        const columns = BAR_COLUMNS.map((name) => [name, Float64Array.from(kept, (row) => live[name][row] as number)])
        return { kind: 'bar', ...Object.fromEntries(columns) } as BarColumns
      },
    },
  } as unknown as Parameters<typeof warmUpBars>[0]
}

it('bars of a warm-up come back from storage bit by bit', () => {
  const given = bars(NOW - DAY, 500)
  expect(unpackBars(packBars(given))).toEqual(given)
})

it('a warm-up continues stored minutes with live ones, up to the minute of the start', async () => {
  const minute = NOW - (NOW % MINUTE)
  const from = minute - 20 * MINUTE
  const requests = [{ interval: 'M1', bars: 10 }] as const
  const found = await warmUpBars(source(bars(from, 10), bars(from, 30)), 'EURUSD:SIM', requests, NOW)
  expect([...(found?.time ?? [])]).toEqual(Array.from({ length: 20 }, (_, row) => from + row * MINUTE))
  const onlyLive = await warmUpBars(source(null, bars(from, 30)), 'EURUSD:SIM', requests, NOW)
  expect(onlyLive?.time.length).toBe(20)
  expect(await warmUpBars(source(null, bars(from, 30)), 'EURUSD:SIM', [], NOW)).toBeNull()
})

it('many bars are given in blocks that a call takes', () => {
  const inputs = barInputs('EURUSD:SIM', bars(0, 20_000))
  const lengths = inputs.map((input) => (input.kind === 'ROWS' ? input.columns.time.length : 0))
  expect(lengths).toEqual([8_192, 8_192, 3_616])
})

it('what is missing of the history that a script wants is told by interval', () => {
  const wanted = [
    { interval: 'M1', bars: 100 },
    { interval: 'M1', bars: 60 },
    { interval: 'H1', bars: 3 },
  ] as const
  expect(missingHistory(wanted, bars(NOW - (NOW % 3_600_000), 180), {})).toBeNull()
  expect(missingHistory(wanted, bars(NOW - (NOW % 3_600_000), 99), {})).toBe(
    'History is incomplete: it has 99 of 100 bars of M1, 2 of 3 bars of H1',
  )
  expect(missingHistory(wanted, null, {})).toContain('0 of 100 bars of M1, 0 of 3 bars of H1')
  expect(missingHistory([], null, {})).toBeNull()
})
