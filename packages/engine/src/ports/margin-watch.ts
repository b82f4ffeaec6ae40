/** Handles a lack of margin: calls, and positions that are liquidated. A real venue does that itself. */
export interface MarginWatch {
  /** Whether used margin exceeds equity: then every price is checked. */
  readonly isCalled: boolean
  /** Call it after a price at which equity does not exceed the used margin. */
  check(): void
}

export const NO_MARGIN_WATCH: MarginWatch = Object.freeze({ isCalled: false, check: () => undefined })
