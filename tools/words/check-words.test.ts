import { describe, expect, it } from 'vitest'
import { checkWords } from './check-words.ts'

const WORDS = [
  { pattern: /\bgrowing bar\b/, use: 'forming bar' },
  { pattern: /\bdealt\b/, use: 'base', except: ['packages/contracts/'] },
]

describe('checkWords', () => {
  it('reports the line of an old word and its replacement', () => {
    const text = 'one line\n/** The growing bar of an interval. */\n'
    expect(checkWords('packages/engine/src/a.ts', text, WORDS)).toEqual([
      { file: 'packages/engine/src/a.ts', line: 2, word: 'growing bar', use: 'forming bar' },
    ])
  })

  it('reports an old word in the name of a file', () => {
    expect(checkWords('packages/engine/src/dealt.ts', '', WORDS)).toMatchObject([{ line: 0, word: 'dealt' }])
  })

  it('allows a wire word that the specification requires', () => {
    expect(checkWords('packages/contracts/src/a.ts', 'dealt: z.string()', WORDS)).toEqual([])
    expect(checkWords('packages/engine/src/a.ts', 'dealt: string', WORDS)).toHaveLength(1)
  })

  it.each([
    'const moment = agenda.next()',
    'function carryOut(parcel: Parcel) {}',
    'const MOST_ROWS = 5',
    'runs of proofs over an invented market',
    'waits for ever',
    'rows in order of time',
    'the number of the bar at hand',
    'a value in per cent',
    'the backtest was cancelled',
    'analyseScript(source)',
    'the colour of a line',
  ])('finds the old words of "%s" with the real list', (text) => {
    expect(checkWords('apps/server/src/a.ts', text)).not.toEqual([])
  })

  it.each([
    'at this moment the longest drawdown ends: longestDrawdown',
    'the most recent request asks for smaller pages of analyses',
  ])('leaves ordinary English alone: %s', (text) => {
    expect(checkWords('apps/server/src/a.ts', text)).toEqual([])
  })
})
