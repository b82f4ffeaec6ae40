const MAX_LENGTH = 300
const PRICES = ['open', 'high', 'low', 'close']

/** A value that a script read, as readable text: `1.0908`, or `open 1.0908, high 1.0913, low 1.0905, close 1.0911`. */
export function showValue(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(8)))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value) ?? String(value)
  const entries = Object.entries(value)
  // The prices are enough to describe a bar.
  const isBar = PRICES.every((name) => Object.hasOwn(value, name))
  const shown = isBar ? entries.filter(([name]) => PRICES.includes(name)) : entries
  return shown.map(([name, part]) => `${name} ${showValue(part)}`).join(', ')
}

/** Text of anything a script can throw, even of what throws when converted to text. */
export function showThrown(error: unknown): string {
  try {
    return String(error).slice(0, MAX_LENGTH)
  } catch {
    return 'a value that cannot be shown'
  }
}
