import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')

/** "Cancel" leaves a dialog without doing anything, "Close" one that only shows, and "Back" leads to where one came from. */
/** Lead back to the list of indicators, and to the ticket that is confirmed. */
const STEPS = ['entities/charts/indicators/parameter-form.tsx', 'features/arbitrage/attempts/attempt-confirmation.tsx']

it('No form is left by a button that says Back', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCE })
  const going = files.filter((name) => /^\s+Back$/m.test(readFileSync(join(SOURCE, name), 'utf8')))
  expect(going.toSorted()).toEqual(STEPS)
})
