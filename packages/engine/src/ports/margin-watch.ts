/** What happens when the account lacks margin. A real venue handles that itself. */
export interface MarginWatch {
  /** Used margin exceeds equity: every price is checked. */
  readonly isCalled: boolean
  /** To be called after a price at which equity does not exceed the used margin. */
  check(): void
}

export const NO_MARGIN_WATCH: MarginWatch = Object.freeze({ isCalled: false, check: () => undefined })
