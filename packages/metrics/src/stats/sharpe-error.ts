import type { SharpeSample } from './sharpe-sample.ts'

/** Standard error of a Sharpe ratio per period (Mertens 2002). It needs raw kurtosis: 3 for normal returns. */
export function sharpeError({ periods, sharpe, skewness, kurtosis }: Omit<SharpeSample, 'meanByDeviation'>): number {
  return Math.sqrt(Math.max(0, 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2) / (periods - 1))
}
