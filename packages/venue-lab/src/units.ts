/** Amounts and prices as whole numbers of 1e-8, the venue's finest precision. */
const SCALE = 100_000_000n
const DIGITS = 8

const DECIMAL = /^(\d{1,20})(?:\.(\d{1,20}))?$/

/** Null for what is not a plain decimal or has more than eight digits after the point. */
export function parseUnits(text: string): bigint | null {
  const found = DECIMAL.exec(text)
  const digits = (found?.[2] ?? '').replace(/0+$/, '')
  if (found === null || digits.length > DIGITS) return null
  return BigInt(found[1] ?? '') * SCALE + BigInt(digits.padEnd(DIGITS, '0'))
}

/** Throws for anything but a decimal: for text of the venue itself. */
export function toUnits(text: string): bigint {
  const units = parseUnits(text)
  if (units === null) throw new Error(`${text} is not a decimal with at most eight digits`)
  return units
}

export function unitsText(units: bigint, digits = DIGITS): string {
  const size = (units < 0n ? -units : units).toString().padStart(DIGITS + 1, '0')
  const text = `${size.slice(0, -DIGITS)}.${size.slice(-DIGITS).slice(0, digits)}`
  return units < 0n ? `-${text}` : text
}

export function times(a: bigint, b: bigint): bigint {
  return (a * b) / SCALE
}

export function divided(a: bigint, b: bigint): bigint {
  return b === 0n ? 0n : (a * SCALE) / b
}
