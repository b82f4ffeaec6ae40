/** A price as a tile shows it: `1.08`, large `41`, raised `2`. */
export interface PriceParts {
  readonly large: string
  /** The pip and the digit before it. */
  readonly pips: string
  /** What is smaller than a pip; empty where prices are whole pips. */
  readonly babyPip: string
}

/** `pipPrecision`: the decimal places of a pip. */
export function priceParts(price: number, precision: number, pipPrecision: number): PriceParts {
  const text = price.toFixed(precision)
  const digits = text.replace('.', '')
  const end = digits.length - Math.max(0, precision - pipPrecision)
  const start = Math.max(0, end - 2)
  // The part of the text up to a digit; the decimal point belongs to what follows it, unless the pips follow.
  const point = digits.length - precision
  const to = (index: number): number => (precision > 0 && index > point ? index + 1 : index)
  const [first, last] = [start === point && precision > 0 ? start + 1 : to(start), to(end)]
  return { large: text.slice(0, first), pips: text.slice(first, last), babyPip: text.slice(last) }
}
