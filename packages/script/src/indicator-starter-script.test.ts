import { expect, it } from 'vitest'
import { analyzeScript } from './analyze-script.ts'
import { INDICATOR_STARTER_SCRIPT } from './indicator-starter-script.ts'

it('gives a new indicator a script without errors or warnings', () => {
  expect(analyzeScript(INDICATOR_STARTER_SCRIPT, 'indicator')).toMatchObject({
    errors: [],
    warnings: [],
    parameters: [{ name: 'period', defaultValue: 20 }],
  })
})
