/** Decimal places of a number as it is written: 4 for 0.0001, 8 for 1e-8, 0 for 250. */
export function decimalPlaces(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}
