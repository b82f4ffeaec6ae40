import { openBudget } from '../open-budget.ts'

/** A process that sends as much as it may, in one minute. */
const [sharedDir = ''] = process.argv.slice(2)
const clock = { now: () => 1_000, at: () => () => {}, random: () => 0 }
const limit = { name: 'weight', per: 'address', kind: 'window', limit: 1_000, windowMs: 60_000 } as const
const budget = openBudget({ clock, url: 'https://venue.example', sharedDir }, limit)
// All begin at the same time.
process.once('message', () => {
  let taken = 0
  while (budget.take(1, 'order') === 0) taken += 1
  process.send?.(taken, () => process.disconnect())
})
process.send?.('ready')
