/** An instrument as the venue's list describes it. */
export interface LabInstrument {
  readonly name: string
  readonly type: 'CURRENCY' | 'CFD' | 'METAL'
  readonly displayName: string
  readonly pipLocation: number
  readonly displayPrecision: number
  readonly tradeUnitsPrecision: number
  readonly minimumTradeSize: string
  readonly maximumTrailingStopDistance: string
  readonly minimumTrailingStopDistance: string
  /** 0 for none. */
  readonly maximumPositionSize: string
  readonly maximumOrderUnits: string
  readonly marginRate: string
  /** In the currency of the account, for so many units. */
  readonly commission?: {
    readonly commission: string
    readonly unitsTraded: string
    readonly minimumCommission: string
  }
  /** Shares of the value that a year costs, or brings where it is positive. */
  readonly financing: { readonly longRate: string; readonly shortRate: string }
}

export const EUR_USD: LabInstrument = {
  name: 'EUR_USD',
  type: 'CURRENCY',
  displayName: 'EUR/USD',
  pipLocation: -4,
  displayPrecision: 5,
  tradeUnitsPrecision: 0,
  minimumTradeSize: '1',
  maximumTrailingStopDistance: '1.00000',
  minimumTrailingStopDistance: '0.00050',
  maximumPositionSize: '0',
  maximumOrderUnits: '100000000',
  marginRate: '0.0333',
  financing: { longRate: '-0.0365', shortRate: '0.0073' },
}

export const USD_JPY: LabInstrument = {
  ...EUR_USD,
  name: 'USD_JPY',
  displayName: 'USD/JPY',
  pipLocation: -2,
  displayPrecision: 3,
  maximumTrailingStopDistance: '100.000',
  minimumTrailingStopDistance: '0.050',
  financing: { longRate: '0.0146', shortRate: '-0.0365' },
}

/** From Monday on: how many days the end of each day charges. Positions pay for the weekend on Wednesdays. */
export const DAYS_CHARGED = [1, 1, 3, 1, 1, 0, 0]
const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

export function describeInstrument({ financing, commission, ...one }: LabInstrument): object {
  return {
    ...one,
    ...(commission === undefined ? {} : { commission }),
    // Younger than the published document.
    guaranteedStopLossOrderMode: 'DISABLED',
    tags: [{ type: 'ASSET_CLASS', name: one.type }],
    financing: {
      ...financing,
      financingDaysOfWeek: DAYS.map((dayOfWeek, at) => ({ dayOfWeek, daysCharged: DAYS_CHARGED[at] })),
    },
  }
}
