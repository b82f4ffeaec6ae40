const LONGEST = 300
const PRICES = ['open', 'high', 'low', 'close']

/** A value that a script has read, for people: `1.0908`, or `open 1.0908, high 1.0913, low 1.0905, close 1.0911`. */
export function showValue(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(8)))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value) ?? String(value)
  const entries = Object.entries(value)
  // Of a bar its prices say enough.
  const isBar = PRICES.every((name) => Object.hasOwn(value, name))
  const told = isBar ? entries.filter(([name]) => PRICES.includes(name)) : entries
  return told.map(([name, part]) => `${name} ${showValue(part)}`).join(', ')
}

/** What a script has thrown, whatever it is: its text may throw again. */
export function showThrown(error: unknown): string {
  try {
    return String(error).slice(0, LONGEST)
  } catch {
    return 'something that cannot be shown'
  }
}
