/** The columns of the equity curve of a result. */
export const CURVE_COLUMNS = ['time', 'equity', 'balance', 'drawdown'] as const
export type CurveColumns = Readonly<Record<(typeof CURVE_COLUMNS)[number], Float64Array>>
