import { expect, it } from 'vitest'
import { compareRuns } from './compare-runs.ts'

const run = (engineVersion: string, changes: object = {}) => ({
  manifest: { engineVersion, scriptHash: 'a', seed: 1 },
  resultHash: `of ${engineVersion}`,
  ledgerHash: null,
  equity: 10_250.5,
  positionCount: 12,
  ...changes,
})

it('A result of an older engine with equal figures is neither the same nor another one', () => {
  const undecided = 'Cannot be decided: engine 2.3 against 2.6, figures equal'
  expect(compareRuns(run('2.3'), run('2.6', { ledgerHash: 'b' }))).toMatchObject({ isSame: false, undecided })
})

it('Other figures, another script or the same trades decide', () => {
  const differs = compareRuns(run('2.3'), run('2.6', { equity: 9_999 }))
  expect(differs).toMatchObject({ isSame: false, undecided: null })
  const manifest = { engineVersion: '2.6', scriptHash: 'other', seed: 1 }
  expect(compareRuns(run('2.3'), run('2.6', { manifest }))).toMatchObject({ isSame: false, undecided: null })
  const same = compareRuns(run('2.3', { ledgerHash: 'b' }), run('2.6', { ledgerHash: 'b' }))
  expect(same).toMatchObject({ isSame: true, undecided: null })
})
