import { expect, it } from 'vitest'
import { differingExternals, tellingExternals } from './differing-externals.ts'

const row = (algorithmId: string, externals: Record<string, number>) => ({ algorithmId, externals })

it('shows the externals that differ between the runs of one algorithm', () => {
  const rows = [row('a', { fast: 5, slow: 20 }), row('a', { fast: 8, slow: 20 }), row('b', { fast: 5, slow: 20 })]
  const differing = differingExternals(rows)
  expect(rows.map((one) => tellingExternals(one, differing))).toEqual([{ fast: 5 }, { fast: 8 }, { fast: 5, slow: 20 }])
})

it('counts an external that only some versions have as different', () => {
  const rows = [row('a', { fast: 5 }), row('a', { fast: 5, slow: 20 })]
  const differing = differingExternals(rows)
  expect(rows.map((one) => tellingExternals(one, differing))).toEqual([{}, { slow: 20 }])
})
