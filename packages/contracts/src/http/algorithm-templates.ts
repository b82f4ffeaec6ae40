/** Templates of new algorithms; `packages/script` has their scripts. */
export const TEMPLATE_NAMES = [
  'moving-average-cross',
  'rsi-reversal',
  'breakout',
  'bracket-orders',
  'pair-trading',
  'trading-hours',
  'blank',
] as const
export type TemplateName = (typeof TEMPLATE_NAMES)[number]
