import type { SandboxLevel } from '@tradeloom/sandbox'
import type { PoolConfig } from 'pg'

/** What the owner tells the process. */
export type SessionsCommand =
  | {
      readonly do: 'open'
      readonly connection: PoolConfig
      /** The folder of market data. */
      readonly marketDir: string
      /** Where the built engine is kept. */
      readonly cacheDir: string
      readonly sandboxLevel: 'auto' | SandboxLevel
      /** Of this installation, see `clientId`. */
      readonly installation: string
    }
  /** There are new rows in the tick log. */
  | { readonly do: 'tick'; readonly instrumentId: string }
  /** Something of an account has changed. */
  | { readonly do: 'account'; readonly accountId: string }

/** What the process tells its owner, after it was committed. */
export type SessionsEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'changed'; readonly userId: string; readonly sessionId: string }
  /** A session cannot go on at the moment, and tries again; null: none can be looked for. */
  | { readonly kind: 'failed'; readonly sessionId: string | null; readonly message: string }
  /** It needs prices of these instruments for a while. */
  | { readonly kind: 'wanted'; readonly instrumentIds: readonly string[] }
