/** The cycle in arrays, after the listing in J. F. Ehlers' book; values before the first are 0. */
export function cycleOf(prices: readonly number[]): Record<'i1' | 'q1' | 'period', number[]> {
  const of = (values: readonly number[], row: number) => values[row] ?? 0
  const turned = (values: readonly number[], row: number) =>
    0.0962 * of(values, row) + 0.5769 * (of(values, row - 2) - of(values, row - 4)) - 0.0962 * of(values, row - 6)
  const columns = { smooth: [], detrended: [], i1: [], q1: [], i2: [], q2: [], re: [], im: [], period: [] } as Record<
    'smooth' | 'detrended' | 'i1' | 'q1' | 'i2' | 'q2' | 're' | 'im' | 'period',
    number[]
  >
  const { smooth, detrended, i1, q1, i2, q2, re, im, period } = columns
  prices.forEach((price, row) => {
    const last = of(period, row - 1)
    const factor = 0.075 * last + 0.54
    if (row < 3) {
      for (const column of Object.values(columns)) column.push(0)
      return
    }
    smooth[row] = 0.4 * price + 0.3 * of(prices, row - 1) + 0.2 * of(prices, row - 2) + 0.1 * of(prices, row - 3)
    detrended[row] = turned(smooth, row) * factor
    q1[row] = turned(detrended, row) * factor
    i1[row] = of(detrended, row - 3)
    i2[row] = 0.2 * (of(i1, row) - turned(q1, row) * factor) + 0.8 * of(i2, row - 1)
    q2[row] = 0.2 * (of(q1, row) + turned(i1, row) * factor) + 0.8 * of(q2, row - 1)
    const product = (a: readonly number[], b: readonly number[]) => of(a, row) * of(b, row - 1)
    re[row] = 0.2 * (product(i2, i2) + product(q2, q2)) + 0.8 * of(re, row - 1)
    im[row] = 0.2 * (product(i2, q2) - product(q2, i2)) + 0.8 * of(im, row - 1)
    let found = last
    if (im[row] !== 0 && re[row] !== 0) found = (2 * Math.PI) / Math.atan(of(im, row) / of(re, row))
    if (found > 1.5 * last) found = 1.5 * last
    if (found < 0.67 * last) found = 0.67 * last
    if (found < 6) found = 6
    if (found > 50) found = 50
    period[row] = 0.2 * found + 0.8 * last
  })
  return columns
}
