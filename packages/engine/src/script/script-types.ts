import type { Bar } from '@tradeloom/domain'
import type { ScriptOrder } from '../orders/working-order.ts'
import type { ScriptGuard } from './script-guard.ts'
import type { ScriptPosition } from '../account/script-position.ts'

/** Everything in scope of a script, by name: the API and the values of its externals. */
export type ScriptApi = Readonly<Record<string, unknown>>

/** The handlers that a script defines; all are optional. Their return values are ignored. */
export interface ScriptHandlers {
  readonly onTick?:
    | ((tick: { readonly time: number; readonly bid: number; readonly ask: number }) => unknown)
    | undefined
  readonly onIntervalClose?: ((bar: Bar) => unknown) | undefined
  readonly onStart?: (() => unknown) | undefined
  readonly onStop?: (() => unknown) | undefined
  readonly onOrder?: ((order: ScriptOrder) => unknown) | undefined
  readonly onPositionOpened?: ((position: ScriptPosition) => unknown) | undefined
  readonly onPositionClosed?: ((position: ScriptPosition) => unknown) | undefined
}

/**
 * A script compiled by the host: evaluates the top-level code once and returns its handlers. Its code may show its errors
 * to the guard.
 */
export type ScriptFactory = (api: ScriptApi, guard: ScriptGuard) => ScriptHandlers
