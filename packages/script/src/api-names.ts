/** What a script is for: trading, or computing a value. */
export type ScriptKind = 'algorithm' | 'indicator'

/** Names in scope of an algorithm. `api/tradeloom.d.ts` types and documents them. */
export const API_NAMES = [
  'instrument',
  'account',
  'positions',
  'orders',
  'runInterval',
  'bars',
  'indicators',
  'buy',
  'sell',
  'closePosition',
  'closeAll',
  'modify',
  'cancel',
  'oco',
  'crossedAbove',
  'crossedBelow',
  'plot',
  'log',
  'now',
  'round',
  'pips',
  'every',
  'market',
  'series',
] as const

/** Names in scope of an indicator. */
export const INDICATOR_API_NAMES = ['instrument', 'bar', 'ring', 'kit', 'other', 'log'] as const

/** Top-level functions that the engine calls, with their arguments. */
export const HANDLER_PARAMETERS = {
  onTick: ['tick'],
  onIntervalClose: ['bar'],
  onStart: [],
  onStop: [],
  onOrder: ['order'],
  onPositionOpened: ['position'],
  onPositionClosed: ['position'],
} as const

export type HandlerName = keyof typeof HANDLER_PARAMETERS

export const HANDLER_NAMES = Object.keys(HANDLER_PARAMETERS) as readonly HandlerName[]
export const INDICATOR_HANDLER_NAMES = ['onTick', 'onIntervalClose'] as const satisfies readonly HandlerName[]

/**
 * Constants that describe an indicator: its key and group, its pane, the names and colors of its values, whether values
 * can repaint, which parameters may be fractional or have a minimum, and how many bars before the start it needs.
 */
export const INDICATOR_SETTINGS = [
  'key',
  'group',
  'pane',
  'outputs',
  'colors',
  'repaints',
  'fractions',
  'minimum',
  'warmup',
] as const

export function apiNames(kind: ScriptKind): readonly string[] {
  return kind === 'algorithm' ? API_NAMES : INDICATOR_API_NAMES
}

export function handlerNames(kind: ScriptKind): readonly HandlerName[] {
  return kind === 'algorithm' ? HANDLER_NAMES : INDICATOR_HANDLER_NAMES
}
