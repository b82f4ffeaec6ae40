import { expect, it } from 'vitest'
import { alertProblem } from './alert-problem.ts'
import type { AlertTerms } from './alert-terms.ts'
import { describeAlert } from './describe-alert.ts'

const terms: AlertTerms = {
  instrumentId: 'EURUSD:SIM',
  value: { kind: 'bid' },
  direction: 'crosses',
  against: 1.09,
  fires: 'once',
  interval: null,
}
const RSI = { kind: 'indicator', key: 'RSI', args: [14], output: 'value' } as const

it.each([
  { wrong: { against: 0 }, field: 'against' },
  { wrong: { value: { kind: 'change', minutes: 5 } }, field: 'direction' },
  {
    wrong: { value: { kind: 'change', minutes: 5 }, direction: 'above', against: RSI, interval: 'M1' },
    field: 'against',
  },
  { wrong: { value: RSI }, field: 'interval' },
  { wrong: { fires: 'bar-close' }, field: 'interval' },
  { wrong: { interval: 'M1' }, field: 'interval' },
] as const)('terms that do not fit together are refused at $field', ({ wrong, field }) => {
  expect(alertProblem({ ...terms, ...wrong })?.field).toBe(field)
})

it('an indicator may be compared with any number', () => {
  expect(alertProblem({ ...terms, value: RSI, against: -5, interval: 'M1' })).toBeNull()
})

it.each([
  [terms, 'bid crosses 1.09'],
  [{ ...terms, against: 65_000 }, 'bid crosses 65,000'],
  [{ ...terms, value: { kind: 'change', minutes: 60 }, direction: 'below', against: 2 }, 'falls by 2% within 60 min'],
  [{ ...terms, value: RSI, direction: 'above', against: 70, interval: 'M15' }, 'RSI(14) above 70 on 15 min'],
  [
    { ...terms, against: { ...RSI, key: 'SMA', args: [200] }, interval: 'H1', fires: 'bar-close' },
    'bid crosses SMA(200) at bar close on 1 h',
  ],
] as const)('terms in words', (of, words) => {
  expect(describeAlert(of as AlertTerms)).toBe(words)
})
