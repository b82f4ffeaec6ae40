export interface AccountFigures {
  readonly equity: number
  readonly available: number
  /** 100: the broker closes positions. */
  readonly closeoutPercent: number
}

export function accountFigures(balance: number, unrealized: number, usedMargin: number): AccountFigures {
  const equity = balance + unrealized
  return { equity, available: equity - usedMargin, closeoutPercent: usedMargin === 0 ? 0 : (50 * usedMargin) / equity }
}

/** 0.0333: 30:1. */
export function leverage(marginRate: number): string {
  return `${Math.round(1 / marginRate)}:1`
}
