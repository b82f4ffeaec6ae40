/**
 * How screens and reports name the field `profitFactor`. The specification calls it Profit Factor, as traders call gross
 * profit divided by gross loss: one name for both would be read as the other figure.
 */
export const RETURN_OVER_DRAWDOWN = {
  name: 'Return / drawdown',
  meaning: 'The specified Profit Factor: profit % divided by maximum drawdown %, only if positive.',
} as const
