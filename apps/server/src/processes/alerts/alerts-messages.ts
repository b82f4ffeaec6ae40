import type { PoolConfig } from 'pg'

export const ALERTS_CHANNEL = 'tradeloom_alerts'

/** Only of tests: where the process kills itself, at the `n`-th time that it gets there. */
export interface AlertsCrash {
  readonly at: 'judged' | 'written' | 'committed'
  readonly n: number
}

/** Called at each of these places. Nothing happens in production; tests end the process there. */
export type ReachAlertsCrash = (point: AlertsCrash['at']) => Promise<void> | void

/** What the owner tells the process. */
export type AlertsCommand =
  | {
      readonly do: 'open'
      readonly connection: PoolConfig
      /** The folder of market data. */
      readonly marketDir: string
      readonly crash?: AlertsCrash
    }
  /** There are new rows in the tick log. */
  | { readonly do: 'tick'; readonly instrumentId: string }

/** What the process tells its owner. */
export type AlertsEvent =
  | { readonly kind: 'ready' }
  /** It was committed that an alert has fired or cannot go on. */
  | { readonly kind: 'changed'; readonly userId: string; readonly alertId: string }
  /** Alerts of an instrument cannot be judged at the moment; it is tried again. */
  | { readonly kind: 'failed'; readonly instrumentId: string | null; readonly message: string }
  /** It needs prices of these instruments for a while. */
  | { readonly kind: 'wanted'; readonly instrumentIds: readonly string[] }
