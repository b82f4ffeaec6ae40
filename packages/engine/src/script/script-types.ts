import type { Bar } from '@tradeloom/domain'
import type { ScriptOrder } from '../orders/working-order.ts'
import type { ScriptPosition } from './script-position.ts'

/** Everything a script finds in scope, by name: the API and the values of its externals. */
export type ScriptApi = Readonly<Record<string, unknown>>

/** The handlers that a script defines; any of them may be missing. Their results are not used. */
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

/** A script compiled by the host: evaluates the top-level code once and returns the handlers found. */
export type ScriptFactory = (api: ScriptApi) => ScriptHandlers
