import type { PoolConfig } from 'pg'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'

/** What the owner tells the process. */
export type PaperCommand =
  | {
      readonly do: 'open'
      readonly connection: PoolConfig
      /** The folder of market data. */
      readonly marketDir: string
      /** Only of tests: where it kills itself. */
      readonly crashAt?: CrashPoint
    }
  /** There are new rows in the tick log. */
  | { readonly do: 'tick'; readonly instrumentId: string }

/** What the process tells its owner, after it was committed. */
export type PaperEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'changed'; readonly change: AccountChange }
  /** Work on an account has failed; it is tried again. */
  | { readonly kind: 'failed'; readonly accountId: string | null; readonly message: string }
  /** It needs prices of these instruments for a while. */
  | { readonly kind: 'wanted'; readonly instrumentIds: readonly string[] }

/** Something of an account has changed; whoever shows it reads it again. */
export interface AccountChange {
  readonly userId: string
  readonly accountId: string
  readonly kind: 'order' | 'execution' | 'position' | 'balance' | 'control'
  readonly id: string
}
