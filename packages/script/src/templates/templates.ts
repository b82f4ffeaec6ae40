import { BLANK } from './blank.ts'
import { BRACKET_ORDERS } from './bracket-orders.ts'
import { BREAKOUT } from './breakout.ts'
import { MOVING_AVERAGE_CROSS } from './moving-average-cross.ts'
import { PAIR_TRADING } from './pair-trading.ts'
import { RSI_REVERSAL } from './rsi-reversal.ts'
import { TRADING_HOURS } from './trading-hours.ts'

/** Scripts to begin a new algorithm with; the first one is preselected. */
export const TEMPLATES = [
  MOVING_AVERAGE_CROSS,
  RSI_REVERSAL,
  BREAKOUT,
  BRACKET_ORDERS,
  PAIR_TRADING,
  TRADING_HOURS,
  BLANK,
] as const

type TemplateKey = (typeof TEMPLATES)[number]['name']

export function templateScript(name: TemplateKey = 'moving-average-cross'): string {
  return TEMPLATES.find((template) => template.name === name)?.script ?? MOVING_AVERAGE_CROSS.script
}
