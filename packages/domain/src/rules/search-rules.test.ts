import { describe, expect, it } from 'vitest'
import {
  objectivesProblem,
  permutationsProblem,
  searchableProblem,
  searchedProblem,
  valuesProblem,
  windowsProblem,
} from './search-rules.ts'

const DECLARED = [{ name: 'fast' }, { name: 'slow' }]

describe('the rules of a search', () => {
  it('needs externals, and searches some of those that the script declares, each once', () => {
    expect(searchableProblem('v2', [])).toBe('v2 has no externals. Cannot optimize')
    expect([searchableProblem('v2', DECLARED), searchedProblem([{ name: 'slow' }], DECLARED)]).toEqual([null, null])
    expect(searchedProblem([], DECLARED)).toBe('Please choose at least one external')
    expect(searchedProblem([{ name: 'fast' }, { name: 'fast' }], DECLARED)).toBe('External fast is set twice')
    expect(searchedProblem([{ name: 'other' }, { name: 'other' }], DECLARED)).toBe('The script has no external other')
  })

  it('bounds the values of an external and the permutations of all', () => {
    expect([valuesProblem({ name: 'fast', size: 1e6 }), permutationsProblem(1e6)]).toEqual([null, null])
    expect(valuesProblem({ name: 'fast', size: 1e6 + 1 })).toBe('fast has too many values')
    expect(permutationsProblem(1_200_000)).toBe('There are 1,200,000 combinations, more than 1,000,000')
  })

  it('takes a metric as an objective once', () => {
    expect(objectivesProblem([{ metric: 'profit' }, { metric: 'sharpeDaily' }])).toBeNull()
    expect(objectivesProblem([{ metric: 'profit' }, { metric: 'profit' }])).toBe('Each objective needs another metric')
  })

  it('needs a window for each pair of lengths', () => {
    const [short, long, other] = [
      { trainDays: 5, testDays: 2 },
      { trainDays: 50, testDays: 2 },
      { trainDays: 5, testDays: 9 },
    ] as const
    expect(windowsProblem([], [short])).toBe('The period is too short for one training and one test window')
    expect(windowsProblem([short, long], [short, long])).toBeNull()
    for (const [windows, days] of [
      [[short, other], 2],
      [[short, long], 9],
    ] as const) {
      expect(windowsProblem(windows, [short, long, other])).toBe(
        `The period is too short for a test of ${days} days after the longest training`,
      )
    }
    expect(windowsProblem(Array(201).fill(short), [short])).toBe('201 windows are too many: 200 are allowed')
    expect(windowsProblem(Array(201).fill(short), [short], Infinity)).toBeNull()
  })
})
