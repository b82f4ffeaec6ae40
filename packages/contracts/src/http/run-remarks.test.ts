import { expect, it } from 'vitest'
import { runRemarks } from './run-remarks.ts'

it('Information about a run is no warning, and an unknown text is one', () => {
  const notes = [
    '12,345 ticks resolved the minutes where bars alone were ambiguous.',
    'Decided by real ticks, because the bar left open what happened first: 9 minutes',
    'GBPUSD:FXCM: Left out because the market was closed: 3 bars',
    '1 USDT was taken as 1 USD',
    'The spread model was not used: the market data has its own bid and ask',
    'The market data has one price (bid): a fixed spread of 1.2 pips is assumed.',
  ]
  const warnings = [
    'The market data has one price (trades): bid and ask are equal (no spread).',
    'The period has 6,000,000 ticks, more than the 5,000,000 that a minute run can use. They were not used.',
    'Externals value not set: fast was undefined in the script',
    'The ask lay below the bid in 374 ticks; they were traded as they are',
    'Something new',
  ]
  expect(runRemarks([...warnings, ...notes])).toEqual({ warnings, notes })
})
