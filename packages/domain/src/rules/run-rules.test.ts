import { describe, expect, it } from 'vitest'
import type { DataStretch } from './data-stretches.ts'
import {
  balanceProblem,
  barsProblem,
  dataProblem,
  emptyPeriodProblem,
  endProblem,
  externalsProblem,
  intervalProblem,
  lengthProblem,
  MAX_RUN_MS,
} from './run-rules.ts'

describe('the rules of a run', () => {
  it('A period ends after its start and lasts 60 years at most', () => {
    expect([endProblem(0, 1), lengthProblem(0, MAX_RUN_MS)]).toEqual([null, null])
    expect(endProblem(5, 5)).toBe('End cannot be before start!')
    expect(lengthProblem(0, MAX_RUN_MS + 1)).toBe('A run can cover 60 years at most')
  })

  it('An initial balance is a finite number above 0', () => {
    expect(balanceProblem(0.01)).toBeNull()
    for (const balance of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(balanceProblem(balance)).toBe('Initial balance must be more than 0')
  })

  it('Minute bars have no shorter interval, and longer bars only multiples of theirs', () => {
    expect([intervalProblem('S5', 0), intervalProblem('M1', 1), barsProblem('X:Y', 'M1', null)]).toEqual([
      null,
      null,
      null,
    ])
    for (const interval of ['Tick', 'S30'] as const)
      expect(intervalProblem(interval, 1)).toBe('Intervals below one minute need the resolution of every tick')
    expect([barsProblem('X:Y', 'H4', 'H1'), barsProblem('X:Y', 'H1', 'H1')]).toEqual([null, null])
    for (const interval of ['Tick', 'M30'] as const)
      expect(barsProblem('X:Y', interval, 'H1')).toMatch(/^The finest data for X:Y are bars of 1 h there/)
  })

  it('Externals are those that the script declares', () => {
    expect(externalsProblem({ fast: 1 }, [{ name: 'fast' }, { name: 'slow' }])).toBeNull()
    expect(externalsProblem({ fast: 1, other: 2 }, [{ name: 'fast' }])).toBe('The script has no external other')
  })

  it('A run lies within the data of its resolution, by whole days', () => {
    const first = Date.UTC(2024, 0, 8, 9)
    const last = Date.UTC(2024, 0, 11, 20)
    const problem = (start: number, end: number, data: readonly DataStretch[] = [{ first, last }]) =>
      dataProblem({
        market: 'EUR/USD',
        resolution: 1,
        start,
        end,
        data,
        calendar: 'forex',
        day: (time) => new Date(time).toISOString().slice(0, 10),
      })
    expect(problem(Date.UTC(2024, 0, 8), Date.UTC(2024, 0, 12))).toBeNull()
    expect(problem(Date.UTC(2024, 0, 8), Date.UTC(2024, 0, 13))).toEqual({
      field: 'end',
      message: 'Price data for EUR/USD unavailable after 2024-01-11',
    })
    expect(problem(Date.UTC(2024, 0, 7), last)).toEqual({
      field: 'start',
      message: 'Price data for EUR/USD unavailable before 2024-01-08',
    })
    expect(problem(Date.UTC(2024, 0, 8), first)?.message).toBe('Price data for EUR/USD unavailable before 2024-01-08')
    expect(problem(last + 1, last + 9)?.message).toBe('Price data for EUR/USD unavailable after 2024-01-11')
    expect(problem(first, last, [])).toEqual({ field: 'instrumentId', message: 'Price data for EUR/USD unavailable' })
  })
})

it('A run lies within the data around a gap, and the weekend after it belongs to the days before', () => {
  const data = [
    { first: Date.UTC(2014, 0, 2), last: Date.UTC(2014, 0, 31, 21) },
    { first: Date.UTC(2024, 0, 2), last: Date.UTC(2024, 2, 29, 20) },
  ]
  const problem = (start: number, end: number, calendar: 'forex' | 'always' = 'forex') =>
    dataProblem({
      market: 'EUR/USD',
      resolution: 1,
      start,
      end,
      data,
      calendar,
      day: (time) => new Date(time).toISOString().slice(0, 10),
    })
  const [early, late] = [Date.UTC(2014, 0, 6), Date.UTC(2024, 1, 1)]
  const message = 'Price data for EUR/USD unavailable between 2014-01-31 and 2024-01-02'
  expect(problem(early, late)).toBeNull()
  expect(problem(Date.UTC(2018, 0, 1), late)).toEqual({ field: 'start', message })
  expect(problem(early, Date.UTC(2018, 0, 1))).toEqual({ field: 'end', message })
  const [april, monday] = [Date.UTC(2024, 3, 1), Date.UTC(2014, 1, 3)]
  expect([problem(late, april), problem(early, monday)]).toEqual([null, null])
  expect([problem(late, april, 'always')?.field, problem(early, monday, 'always')?.field]).toEqual(['end', 'end'])
})

it('says where the data is when a period has no rows', () => {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const [first, last] = [Date.UTC(2024, 0, 8), Date.UTC(2024, 0, 11)]
  const wanted = {
    market: 'EURUSD:FXCM',
    resolution: 0,
    start: Date.UTC(2024, 0, 1),
    end: Date.UTC(2024, 0, 2),
    day,
  } as const
  expect(emptyPeriodProblem({ ...wanted, data: [] })).toBe('Tick data for EURUSD:FXCM unavailable')
  expect(emptyPeriodProblem({ ...wanted, data: [{ first, last }] })).toBe(
    'Tick data for EURUSD:FXCM unavailable before 2024-01-08',
  )
  const late = { ...wanted, resolution: 1, start: Date.UTC(2024, 1, 1), end: Date.UTC(2024, 1, 2) } as const
  expect(emptyPeriodProblem({ ...late, data: [{ first, last }] })).toBe(
    'Price data for EURUSD:FXCM between 2024-02-01 and 2024-02-02 unavailable; available: 2024-01-08 to 2024-01-11',
  )
})
