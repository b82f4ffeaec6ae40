import { findCurrency } from '@tradeloom/domain'

interface ConvertingInstrument {
  readonly id: string
  readonly dealt: string
  readonly quote: string
}

/** An instrument whose mid price converts one currency into another: by multiplying, or by dividing. */
export interface Conversion {
  readonly instrumentId: string
  readonly isInverse: boolean
}

/**
 * What converts amounts; null if nothing has to: the currencies are the same, or one is pegged to the other. Undefined if
 * they cannot be converted.
 */
export function findConversion(
  from: string,
  to: string,
  instruments: readonly ConvertingInstrument[],
): Conversion | null | undefined {
  const [source, target] = [unpegged(from), unpegged(to)]
  if (source === target) return null
  for (const { id, dealt, quote } of instruments) {
    const [base, priced] = [unpegged(dealt), unpegged(quote)]
    if (base === source && priced === target) return { instrumentId: id, isInverse: false }
    if (base === target && priced === source) return { instrumentId: id, isInverse: true }
  }
  return undefined
}

function unpegged(code: string): string {
  return findCurrency(code)?.peg ?? code
}

export function convertAt(
  { isInverse }: Conversion,
  { bid, ask }: { readonly bid: number; readonly ask: number },
): number {
  const mid = (bid + ask) / 2
  return isInverse ? 1 / mid : mid
}
