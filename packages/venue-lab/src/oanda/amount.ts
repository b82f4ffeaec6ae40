const DIGITS = 12
const SCALE = 10n ** BigInt(DIGITS)

const DECIMAL = /^(-?)(\d{1,18})(?:\.(\d{1,12}))?$/

/** A decimal as a whole number of 1e-12. Null for anything else, such as an exponent. */
export function parseAmount(text: string): bigint | null {
  const found = DECIMAL.exec(text)
  if (found === null) return null
  const size = BigInt(found[2] ?? '') * SCALE + BigInt((found[3] ?? '').padEnd(DIGITS, '0'))
  return found[1] === '-' ? -size : size
}

/** Throws for anything but a decimal: for text of the venue itself. */
export function toAmount(text: string): bigint {
  const amount = parseAmount(text)
  if (amount === null) throw new Error(`${text} is not a decimal`)
  return amount
}

export function times(a: bigint, b: bigint): bigint {
  return divideRounded(a * b, SCALE)
}

export function divided(a: bigint, b: bigint): bigint {
  return divideRounded(a * SCALE, b)
}

/** Half away from zero. */
function rounded(amount: bigint, digits: number): bigint {
  const step = 10n ** BigInt(DIGITS - digits)
  return divideRounded(amount, step) * step
}

/** With that many digits after the point; none if they are omitted and zero. */
export function amountText(amount: bigint, digits: number | null = null): string {
  const size = absolute(digits === null ? amount : rounded(amount, digits))
    .toString()
    .padStart(DIGITS + 1, '0')
  const [whole, after] = [size.slice(0, -DIGITS), size.slice(-DIGITS)]
  const part = digits === null ? after.replace(/0+$/, '') : after.slice(0, digits)
  const text = part === '' ? whole : `${whole}.${part}`
  return amount < 0n && /[1-9]/.test(text) ? `-${text}` : text
}

/** As money of an account: the venue keeps four digits. */
export function moneyText(amount: bigint): string {
  return amountText(amount, MONEY_DIGITS)
}

export function money(amount: bigint): bigint {
  return rounded(amount, MONEY_DIGITS)
}

export function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

export function signOf(amount: bigint): bigint {
  return amount < 0n ? -1n : 1n
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

const MONEY_DIGITS = 4

function divideRounded(a: bigint, b: bigint): bigint {
  const isNegative = a < 0n !== b < 0n
  const [size, by] = [absolute(a), absolute(b)]
  const quotient = (size * 2n + by) / (by * 2n)
  return isNegative ? -quotient : quotient
}
