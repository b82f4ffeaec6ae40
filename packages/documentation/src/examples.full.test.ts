import { describe, expect, it } from 'vitest'
import { examples } from './index.ts'
import { runAlgorithm, runIndicator, wholeScript } from './run-example.fixture.ts'

describe('every example of the documentation', () => {
  const all = [...new Map(examples().map((one) => [one.code, one])).values()]

  it('is among those that are run', () => {
    expect(all.length).toBeGreaterThan(400)
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['algorithm', 'indicator', 'fragment']))
  })

  it.each(all.filter(({ kind }) => kind === 'algorithm').map(({ page, code }) => [page, code]))(
    'runs as an algorithm: %s',
    (_, code) => runAlgorithm(code),
  )

  it.each(all.filter(({ kind }) => kind === 'fragment').map(({ page, code }) => [page, code]))(
    'runs as a part of an algorithm: %s',
    (_, code) => runAlgorithm(wholeScript(code)),
  )

  it.each(all.filter(({ kind }) => kind === 'indicator').map(({ page, code }) => [page, code]))(
    'computes an indicator: %s',
    (_, code) => runIndicator(code),
  )
})
