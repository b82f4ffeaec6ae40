/** Removes binary rounding noise from a reported number: at most eight decimals, and 15 significant digits. */
export function tidy(value: number): number {
  const scaled = value * 1e8
  return scaled < 9e15 && scaled > -9e15 ? Math.round(scaled) / 1e8 + 0 : Number(value.toPrecision(15))
}
