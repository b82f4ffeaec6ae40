import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { computeMetrics } from '../compute-metrics.ts'
import type { MetricValue } from '../metric.ts'
import { METRICS } from '../registry.ts'
import { storedRuns } from './stored-runs.fixture.ts'

const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'stored-metrics.json'), 'utf8')) as Record<
  string,
  Record<string, MetricValue>
>

/** Newer metrics have no stored values; stored ones must keep their values, existence and order. */
describe('metrics of stored runs', () => {
  it.each(Object.entries(storedRuns()))('keep their stored values: %s', (name, run) => {
    const metrics = computeMetrics(run)
    for (const [key, value] of Object.entries(stored[name] ?? {})) expect(metrics[key], key).toEqual(value)
    expect(Object.keys(stored[name] ?? {}).length).toBeGreaterThan(70)
  })

  it('keep the display order of their keys', () => {
    const keys = Object.keys(stored['usual'] ?? {})
    expect(METRICS.map(({ key }) => key).filter((key) => keys.includes(key))).toEqual(keys)
  })
})
