import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'
import type { Feature } from '../bootstrap/position-draws.ts'

export const expectancyPercent: Metric = {
  key: 'expectancyPercent',
  title: 'Expectancy in % of equity',
  unit: '%',
  better: 'higher',
  group: 'positions',
  description: 'Mean profit of a closed position in per cent of the equity at its entry.',
  formula: 'mean(profit / equity at entry)',
  source: 'Mean profit a position',
  compute: (sample) => positionMean(sample, ofEquity),
}

/** A position opened on an account without equity has no share of it. */
const ofEquity: Feature = ({ profit, equityAtEntry }) =>
  equityAtEntry === null || equityAtEntry <= 0 ? null : (profit / equityAtEntry) * 100
